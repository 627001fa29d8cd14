// Package parquet writes tables as Apache Parquet files with flat columns, plain encoding and
// gzip-compressed pages. Every reader supports this part of the format, and a table of trials needs
// nothing else. A library for the whole format would take longer to build than the rest of the
// program.
//
// Source: the Parquet format, version 2.10 (parquet.thrift, Encodings.md), and the compact protocol
// of Apache Thrift.
package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Type is the type of the values in a column.
type Type int

// Types of columns. Their values are the numbers that the Parquet format uses for physical types.
const (
	Boolean Type = 0
	Int64   Type = 2
	Double  Type = 5
	String  Type = 6 // text in UTF-8
)

// Column describes a column by its name and type. Any value in a column may be missing.
type Column struct {
	Name string
	Type Type
}

// A [Writer] holds one group of rows in memory. A group has at most rowsPerGroup rows and about
// bytesPerGroup bytes.
const (
	rowsPerGroup  = 50_000
	bytesPerGroup = 32 << 20
)

// Writer writes one file, row by row. The caller writes the values of a row with the Put methods,
// in the order of the columns, and then calls EndRow. Close completes the file.
type Writer struct {
	w      io.Writer
	at     int64 // bytes written
	err    error // of the first failed write
	by     string
	notes  []structure // KeyValue
	rows   int64
	groups []structure // RowGroup
	chunks []chunk
	held   int // bytes in chunks
	next   int // column of the next value
	zipped *gzip.Writer
}

// chunk holds the values of one column in a group.
type chunk struct {
	Column
	present []bool
	values  []byte
	bits    int // booleans in values
}

const magic = "PAR1"

// NewWriter returns a writer for a new file with the given columns. The file's metadata contains
// the name of the writing program (by) and the notes. Each note is a pair of a name and a text.
func NewWriter(w io.Writer, by string, columns []Column, notes ...[2]string) *Writer {
	p := &Writer{w: w, by: by, zipped: gzip.NewWriter(nil)}
	for _, note := range notes {
		p.notes = append(p.notes, structure{note[0], note[1]})
	}
	for _, c := range columns {
		p.chunks = append(p.chunks, chunk{Column: c})
	}
	p.write([]byte(magic))
	return p
}

// PutNull leaves the row's next column without a value.
func (p *Writer) PutNull() { p.put(p.chunks[p.next].Type, false) }

// PutBool writes v to the row's next column. Like PutInt, PutReal and PutText, it panics if the
// column does not have the type of the value.
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

// PutInt writes a whole number to the row's next column; see [Writer.PutBool].
func (p *Writer) PutInt(v int64) {
	c := p.put(Int64, true)
	c.values = binary.LittleEndian.AppendUint64(c.values, uint64(v))
	p.held += 8
}

// PutReal writes a floating-point number to the row's next column; see [Writer.PutBool].
func (p *Writer) PutReal(v float64) {
	c := p.put(Double, true)
	c.values = binary.LittleEndian.AppendUint64(c.values, math.Float64bits(v))
	p.held += 8
}

// PutText writes a text to the row's next column; see [Writer.PutBool].
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

// EndRow ends a row. The caller must have written every column.
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

// flush writes the rows in memory as a group, with one page for each column.
func (p *Writer) flush() {
	rows, size := int64(len(p.chunks[0].present)), int64(0)
	var chunks []structure // ColumnChunk
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

		dataPageHeader := structure{int32(rows), encodingPlain, encodingLevels, encodingLevels}
		header := encode(nil, structure{dataPage, int32(page.Len()), int32(packed.Len()), nil, dataPageHeader})
		at, plain := p.at, int64(len(header)+page.Len())
		p.write(header)
		p.write(packed.Bytes())
		metadata := structure{
			int32(c.Type),
			[]int32{encodingPlain, encodingLevels},
			[]string{c.Name},
			compressedGzip,
			rows, plain, p.at - at, nil, at,
		}
		chunks = append(chunks, structure{nil, at, metadata})
		size += plain
		c.present, c.values, c.bits = c.present[:0], c.values[:0], 0
	}
	p.held = 0
	p.rows += rows
	p.groups = append(p.groups, structure{chunks, size, rows})
}

const (
	dataPage       int32 = 0
	encodingPlain  int32 = 0
	encodingLevels int32 = 3 // runs of equal levels
	compressedGzip int32 = 2
	optional       int32 = 1
	utf8Text       int32 = 0
)

// levels encodes which values are present as runs; a run is twice its length and a byte.
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

// Close writes the remaining rows and the metadata. It does not close the underlying writer.
func (p *Writer) Close() error {
	if len(p.chunks[0].present) > 0 {
		p.flush()
	}
	schema := []structure{{nil, nil, nil, "schema", int32(len(p.chunks))}} // SchemaElement
	for _, c := range p.chunks {
		element := structure{int32(c.Type), nil, optional, c.Name}
		if c.Type == String {
			element = append(element, nil, utf8Text)
		}
		schema = append(schema, element)
	}
	about := encode(nil, structure{int32(1), schema, p.rows, p.groups, p.notes, p.by}) // FileMetaData
	p.write(about)
	p.write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(about))), magic...))
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
