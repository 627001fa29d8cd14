// Package parquet writes tables as Apache Parquet files: flat columns, plain
// encoding, pages compressed by gzip. That is the part of the format which every reader
// knows, and all that a table of trials needs; the libraries that write the rest of it
// take longer to build than the whole program.
//
// Source: the Parquet format, version 2.10 (parquet.thrift, Encodings.md), and the
// compact protocol of Apache Thrift.
package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Type is the type of a column's values.
type Type int

// The types, with the numbers that the format has for how they are stored.
const (
	Boolean Type = 0
	Int64   Type = 2
	Double  Type = 5
	String  Type = 6 // UTF-8
)

// Column is a column. Each of its values may be absent.
type Column struct {
	Name string
	Type Type
}

// What a [Writer] holds in memory is the rows of one group: no more than so many, and of
// about so many bytes.
const (
	rowsPerGroup  = 50_000
	bytesPerGroup = 32 << 20
)

// Writer writes one file, row by row: each value by one of its Put methods, in the
// order of the columns. The file is whole once it is closed.
type Writer struct {
	w      io.Writer
	at     int64 // bytes written
	err    error // of the first write that failed
	by     string
	notes  [][2]string
	rows   int64
	groups []group
	chunks []chunk
	held   int // bytes in chunks
	next   int // column of the next value
	zipped *gzip.Writer
}

// chunk is what a group has of a column.
type chunk struct {
	Column
	present []bool
	values  []byte
	bits    int // booleans in values
}

type group struct {
	rows, bytes int64
	chunks      []written
}

type written struct{ at, values, packed, plain int64 }

const magic = "PAR1"

// NewWriter begins a file. Readers find by, which names the program, and notes, pairs of
// a name and a text, in its metadata.
func NewWriter(w io.Writer, by string, columns []Column, notes ...[2]string) *Writer {
	p := &Writer{w: w, by: by, notes: notes, zipped: gzip.NewWriter(nil)}
	for _, c := range columns {
		p.chunks = append(p.chunks, chunk{Column: c})
	}
	p.write([]byte(magic))
	return p
}

// PutNull says that the row has no value in the next column.
func (p *Writer) PutNull() { p.put(p.chunks[p.next].Type, false) }

// PutBool, PutInt, PutReal and PutText put the value of the next column, which must
// be of that type.
func (p *Writer) PutBool(v bool) {
	c := p.put(Boolean, true)
	if c.bits%8 == 0 {
		c.values = append(c.values, 0)
	}
	if v {
		c.values[c.bits/8] |= 1 << (c.bits % 8)
	}
	c.bits++
}

// PutInt puts a number: see [Writer.PutBool].
func (p *Writer) PutInt(v int64) {
	c := p.put(Int64, true)
	c.values = binary.LittleEndian.AppendUint64(c.values, uint64(v))
	p.held += 8
}

// PutReal puts a number: see [Writer.PutBool].
func (p *Writer) PutReal(v float64) {
	c := p.put(Double, true)
	c.values = binary.LittleEndian.AppendUint64(c.values, math.Float64bits(v))
	p.held += 8
}

// PutText puts a text: see [Writer.PutBool].
func (p *Writer) PutText(v string) {
	c := p.put(String, true)
	c.values = append(binary.LittleEndian.AppendUint32(c.values, uint32(len(v))), v...)
	p.held += 4 + len(v)
}

func (p *Writer) put(t Type, present bool) *chunk {
	c := &p.chunks[p.next]
	if c.Type != t {
		panic(fmt.Sprintf("parquet: a value of type %d for column %q, which is of type %d", t, c.Name, c.Type))
	}
	c.present = append(c.present, present)
	p.next++
	return c
}

// EndRow ends a row, in which every column must have been put.
func (p *Writer) EndRow() error {
	if p.next != len(p.chunks) {
		panic(fmt.Sprintf("parquet: a row of %d values, want %d", p.next, len(p.chunks)))
	}
	p.next = 0
	p.held += len(p.chunks)
	if len(p.chunks[0].present) == rowsPerGroup || p.held >= bytesPerGroup {
		p.flush()
	}
	return p.err
}

// flush writes the rows that are held as a group: of each column one page.
func (p *Writer) flush() {
	g := group{rows: int64(len(p.chunks[0].present))}
	var page, packed bytes.Buffer
	for i := range p.chunks {
		c := &p.chunks[i]
		page.Reset()
		page.Write(levels(c.present))
		page.Write(c.values)
		packed.Reset()
		p.zipped.Reset(&packed)
		_, _ = p.zipped.Write(page.Bytes()) // a buffer takes everything
		_ = p.zipped.Close()

		var t thrift
		t.begin() // PageHeader
		t.int(1, 0)
		t.int(2, int64(page.Len()))
		t.int(3, int64(packed.Len()))
		t.structure(5) // DataPageHeader
		t.int(1, g.rows)
		t.int(2, encodingPlain)
		t.int(3, encodingLevels)
		t.int(4, encodingLevels)
		t.end()
		t.end()

		at, header := p.at, int64(len(t.b))
		p.write(t.b)
		p.write(packed.Bytes())
		g.chunks = append(g.chunks, written{at: at, values: g.rows, packed: p.at - at, plain: header + int64(page.Len())})
		g.bytes += header + int64(page.Len())
		c.present, c.values, c.bits = c.present[:0], c.values[:0], 0
	}
	p.held = 0
	p.rows += g.rows
	p.groups = append(p.groups, g)
}

const (
	encodingPlain  = 0
	encodingLevels = 3 // runs of equal levels
	compressedGzip = 2
	optional       = 1
	utf8Text       = 0
)

// levels says which values are there: runs, each of its doubled length and a byte.
func levels(present []bool) []byte {
	b := make([]byte, 4)
	for i := 0; i < len(present); {
		from := i
		for i < len(present) && present[i] == present[from] {
			i++
		}
		b = binary.AppendUvarint(b, uint64(i-from)<<1)
		level := byte(0)
		if present[from] {
			level = 1
		}
		b = append(b, level)
	}
	binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
	return b
}

// Close writes what is held and the metadata. It does not close what it writes to.
func (p *Writer) Close() error {
	if len(p.chunks[0].present) > 0 {
		p.flush()
	}
	var t thrift
	t.begin() // FileMetaData
	t.int(1, 1)
	t.list(2, typeStruct, len(p.chunks)+1)
	t.begin() // SchemaElement
	t.string(4, "schema")
	t.int(5, int64(len(p.chunks)))
	t.end()
	for _, c := range p.chunks {
		t.begin()
		t.int(1, int64(c.Type))
		t.int(3, optional)
		t.string(4, c.Name)
		if c.Type == String {
			t.int(6, utf8Text)
		}
		t.end()
	}
	t.long(3, p.rows)
	t.list(4, typeStruct, len(p.groups))
	for _, g := range p.groups {
		t.begin() // RowGroup
		t.list(1, typeStruct, len(g.chunks))
		for i, c := range g.chunks {
			t.begin() // ColumnChunk
			t.long(2, c.at)
			t.structure(3) // ColumnMetaData
			t.int(1, int64(p.chunks[i].Type))
			t.list(2, typeInt, 2)
			t.b = binary.AppendVarint(binary.AppendVarint(t.b, encodingPlain), encodingLevels)
			t.list(3, typeString, 1)
			t.text(p.chunks[i].Name)
			t.int(4, compressedGzip)
			t.long(5, c.values)
			t.long(6, c.plain)
			t.long(7, c.packed)
			t.long(9, c.at)
			t.end()
			t.end()
		}
		t.long(2, g.bytes)
		t.long(3, g.rows)
		t.end()
	}
	t.list(5, typeStruct, len(p.notes))
	for _, note := range p.notes {
		t.begin() // KeyValue
		t.string(1, note[0])
		t.string(2, note[1])
		t.end()
	}
	t.string(6, p.by)
	t.end()
	p.write(t.b)
	p.write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(t.b))), magic...))
	return p.err
}

func (p *Writer) write(b []byte) {
	if p.err != nil {
		return
	}
	n, err := p.w.Write(b)
	p.at += int64(n)
	p.err = err
}
