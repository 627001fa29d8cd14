package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
)

// read reads a structure of Thrift's compact protocol, without maps: each field by its
// number as int64, string, []any or map[int]any.
func read(b *bytes.Reader, kind byte) any {
	switch kind {
	case typeInt, typeLong:
		v, _ := binary.ReadVarint(b)
		return v
	case typeString:
		n, _ := binary.ReadUvarint(b)
		text := make([]byte, n)
		_, _ = io.ReadFull(b, text)
		return string(text)
	case typeList:
		head, _ := b.ReadByte()
		n := uint64(head >> 4)
		if n == 15 {
			n, _ = binary.ReadUvarint(b)
		}
		list := make([]any, n)
		for i := range list {
			list[i] = read(b, head&15)
		}
		return list
	case typeStruct:
		fields := map[int]any{}
		for number := 0; ; {
			head, err := b.ReadByte()
			if err != nil || head == 0 {
				return fields
			}
			number += int(head >> 4)
			fields[number] = read(b, head&15)
		}
	}
	panic(fmt.Sprintf("a field of type %d", kind))
}

func TestRowsComeBack(t *testing.T) {
	columns := []Column{{"yes", Boolean}, {"count", Int64}, {"seconds", Double}, {"text", String}}
	value := func(row, column int) any {
		if (row+column)%7 == 0 || row > 60_000 && column == 3 {
			return nil
		}
		return []any{row%3 == 0, int64(row) - 40, float64(row) / 3, fmt.Sprint("Größe ", row)}[column]
	}
	const n = 70_000 // two groups
	var file bytes.Buffer
	w := NewWriter(&file, "a test", columns, [2]string{"about", "numbers"})
	for row := range n {
		for column := range columns {
			switch v := value(row, column).(type) {
			case nil:
				w.PutNull()
			case bool:
				w.PutBool(v)
			case int64:
				w.PutInt(v)
			case float64:
				w.PutReal(v)
			case string:
				w.PutText(v)
			}
		}
		if err := w.EndRow(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}

	b := file.Bytes()
	size := int(binary.LittleEndian.Uint32(b[len(b)-8:]))
	if string(b[:4]) != magic || string(b[len(b)-4:]) != magic {
		t.Fatalf("the file begins with %q and ends with %q", b[:4], b[len(b)-4:])
	}
	about := read(bytes.NewReader(b[len(b)-8-size:len(b)-8]), typeStruct).(map[int]any)
	note := about[5].([]any)[0].(map[int]any)
	if about[3] != int64(n) || about[6] != "a test" || note[1] != "about" || note[2] != "numbers" {
		t.Errorf("the metadata are %v, %v, %v", about[3], about[6], note)
	}
	row := 0
	for _, g := range about[4].([]any) {
		group := g.(map[int]any)
		rows := int(group[3].(int64))
		for column, c := range group[1].([]any) {
			chunk := c.(map[int]any)[3].(map[int]any)
			in := bytes.NewReader(b[chunk[9].(int64):])
			before := in.Len()
			page := read(in, typeStruct).(map[int]any)
			zipped := io.LimitReader(in, page[3].(int64))
			if got, want := int64(before-in.Len())+page[3].(int64), chunk[7]; got != want {
				t.Errorf("column %d: a chunk of %d bytes, want %d", column, got, want)
			}
			plain, err := gzip.NewReader(zipped)
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(plain)
			if err != nil || len(data) != int(page[2].(int64)) {
				t.Fatalf("column %d: %d bytes of %v, %v", column, len(data), page[2], err)
			}
			present, data := presence(data)
			if len(present) != rows {
				t.Fatalf("column %d: %d rows, want %d", column, len(present), rows)
			}
			bits := 0
			for i, there := range present {
				var got any
				if there {
					switch columns[column].Type {
					case Boolean:
						got = data[bits/8]>>(bits%8)&1 == 1
						bits++
					case Int64:
						got, data = int64(binary.LittleEndian.Uint64(data)), data[8:]
					case Double:
						got, data = math.Float64frombits(binary.LittleEndian.Uint64(data)), data[8:]
					case String:
						n := 4 + binary.LittleEndian.Uint32(data)
						got, data = string(data[4:n]), data[n:]
					}
				}
				if want := value(row+i, column); got != want {
					t.Fatalf("row %d, column %d: %v, want %v", row+i, column, got, want)
				}
			}
		}
		row += rows
	}
	if row != n || len(about[4].([]any)) != 2 {
		t.Errorf("%d rows in %d groups, want %d in 2", row, len(about[4].([]any)), n)
	}
}

// presence reads the levels at the start of a page.
func presence(page []byte) (present []bool, values []byte) {
	n := 4 + binary.LittleEndian.Uint32(page)
	for levels := page[4:n]; len(levels) > 0; {
		run, k := binary.Uvarint(levels)
		for range run >> 1 {
			present = append(present, levels[k] == 1)
		}
		levels = levels[k+1:]
	}
	return present, page[n:]
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("broken")

func TestAFailedWriteIsReported(t *testing.T) {
	w := NewWriter(broken{}, "a test", []Column{{"count", Int64}})
	w.PutInt(1)
	if err := w.EndRow(); !errors.Is(err, errBroken) {
		t.Errorf("error %v, want that of the write", err)
	}
	if err := w.Close(); !errors.Is(err, errBroken) {
		t.Errorf("error %v, want that of the write", err)
	}
}
