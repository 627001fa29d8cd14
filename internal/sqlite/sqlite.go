// Package sqlite writes databases of SQLite: tables that are filled once, row by row, and
// no indexes. It writes the file as SQLite itself would after a VACUUM, so every program
// that reads SQLite reads it; a library that can do more takes longer to build than the
// whole program.
//
// Source: "Database File Format", sqlite.org/fileformat2.html, whose names are used here.
package sqlite

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// MaxColumns is the number of columns of a table beyond which SQLite, as it is usually
// built, does not read a database.
const MaxColumns = 2000

const (
	pageSize   = 16 << 10
	headerSize = 100 // of the file, on its first page

	leafHeader, interiorHeader = 8, 12
	leafPage, interiorPage     = 0x0d, 0x05

	lockPage = 1<<30/pageSize + 1 // holds locks: never used

	// A larger payload goes on in overflow pages.
	maxLocal = pageSize - 35
	minLocal = (pageSize-12)*32/255 - 23
)

// Writer writes a database. Tables are filled one after the other.
type Writer struct {
	w      io.WriterAt
	pages  int // begun so far: pages are numbered from 1
	schema page
	tables int64
	err    error // of the first write that failed

	name, sql string // of the table that is being filled
	leaf      page
	rows      int64
	done      []child // full pages of the table, in order
	record    []byte
	header    []byte
}

// child is a page and the number of its last row.
type child struct {
	page int
	last int64
}

// NewWriter begins a database in a file that is empty.
func NewWriter(w io.WriterAt) *Writer {
	d := &Writer{w: w, pages: 1}
	d.schema.reset(leafPage, headerSize)
	return d
}

// Table begins a table. The statement is the CREATE TABLE that makes it.
func (d *Writer) Table(name, statement string) error {
	if err := d.finish(); err != nil {
		return err
	}
	d.name, d.sql, d.rows = name, statement, 0
	d.leaf.reset(leafPage, 0)
	return nil
}

// PutNull, PutInt, PutBool, PutReal and PutText put the value of the next column of a row.
func (d *Writer) PutNull() { d.header = append(d.header, 0) }

// PutInt puts a number: see [Writer.PutNull].
func (d *Writer) PutInt(v int64) {
	switch {
	case v == 0 || v == 1:
		d.header = append(d.header, 8+byte(v))
	case int64(int8(v)) == v:
		d.header, d.record = append(d.header, 1), append(d.record, byte(v))
	case int64(int16(v)) == v:
		d.header, d.record = append(d.header, 2), binary.BigEndian.AppendUint16(d.record, uint16(v))
	case int64(int32(v)) == v:
		d.header, d.record = append(d.header, 4), binary.BigEndian.AppendUint32(d.record, uint32(v))
	default:
		d.header, d.record = append(d.header, 6), binary.BigEndian.AppendUint64(d.record, uint64(v))
	}
}

// PutBool puts 0 or 1, which is how SQLite has it: see [Writer.PutNull].
func (d *Writer) PutBool(v bool) {
	n := int64(0)
	if v {
		n = 1
	}
	d.PutInt(n)
}

// PutReal puts a number: see [Writer.PutNull]. SQLite has no NaN: it is null.
func (d *Writer) PutReal(v float64) {
	if math.IsNaN(v) {
		d.PutNull()
		return
	}
	d.header, d.record = append(d.header, 7), binary.BigEndian.AppendUint64(d.record, math.Float64bits(v))
}

// PutText puts a text: see [Writer.PutNull].
func (d *Writer) PutText(v string) {
	d.header, d.record = appendVarint(d.header, uint64(len(v))*2+13), append(d.record, v...)
}

// EndRow ends a row.
func (d *Writer) EndRow() error {
	d.rows++
	cell := d.cell(d.rows)
	if !d.leaf.add(cell) {
		d.done = append(d.done, child{d.write(&d.leaf), d.rows - 1})
		d.leaf.reset(leafPage, 0)
		d.leaf.add(cell) // an empty page holds any cell
	}
	return d.err
}

// cell makes the cell of a row, and empties the row.
func (d *Writer) cell(number int64) []byte {
	size := len(d.header) + 1
	if size > 127 { // the length of the header counts itself, in two bytes up to 16,383
		size++
	}
	payload := appendVarint(nil, uint64(size))
	payload = append(append(payload, d.header...), d.record...)
	d.header, d.record = d.header[:0], d.record[:0]

	cell := appendVarint(appendVarint(nil, uint64(len(payload))), uint64(number))
	if len(payload) <= maxLocal {
		return append(cell, payload...)
	}
	local := minLocal + (len(payload)-minLocal)%(pageSize-4)
	if local > maxLocal {
		local = minLocal
	}
	cell = append(cell, payload[:local]...)
	cell = binary.BigEndian.AppendUint32(cell, uint32(behind(d.pages)))
	for rest := payload[local:]; len(rest) > 0; {
		n := min(len(rest), pageSize-4)
		d.pages = behind(d.pages)
		b := make([]byte, pageSize)
		if n < len(rest) {
			binary.BigEndian.PutUint32(b, uint32(behind(d.pages)))
		}
		copy(b[4:], rest[:n])
		rest = rest[n:]
		d.writeAt(b, d.pages)
	}
	return cell
}

// finish writes the rest of the table, the pages above its leaves, and its entry.
func (d *Writer) finish() error {
	if d.sql == "" {
		return d.err
	}
	level := append(d.done, child{d.write(&d.leaf), d.rows})
	for len(level) > 1 {
		level = d.above(level)
	}
	d.PutText("table")
	d.PutText(d.name)
	d.PutText(d.name)
	d.PutInt(int64(level[0].page))
	d.PutText(d.sql)
	d.done, d.sql = d.done[:0], ""
	d.tables++
	if cell := d.cell(d.tables); !d.schema.add(cell) {
		return fmt.Errorf("sqlite: table %s has too many columns: their definitions, %d bytes, do not fit on a page of %d", d.name, len(cell), pageSize)
	}
	return d.err
}

// above writes the interior pages that lead to a level of pages.
func (d *Writer) above(level []child) (up []child) {
	var p page
	p.reset(interiorPage, 0)
	for i, c := range level {
		next := appendVarint(binary.BigEndian.AppendUint32(nil, uint32(c.page)), uint64(c.last))
		if i+1 < len(level) && p.fits(next) {
			p.add(next)
			continue
		}
		p.right = c.page // the last child of a page has no key
		up = append(up, child{d.write(&p), c.last})
		p.reset(interiorPage, 0)
	}
	return up
}

// Close writes what is left, and the first page. It does not close the file.
func (d *Writer) Close() error {
	if err := d.finish(); err != nil {
		return err
	}
	b := d.schema.bytes()
	copy(b, "SQLite format 3\x00")
	big := binary.BigEndian
	big.PutUint16(b[16:], pageSize)
	copy(b[18:], []byte{1, 1, 0, 64, 32, 32}) // versions, reserved, fractions
	for at, v := range map[int]uint32{
		24: 1, 28: uint32(d.pages), 40: 1, 44: 4, // changes, size, schema and its format
		56: 1, 92: 1, 96: 3_046_000, // UTF-8; the version that this is like
	} {
		big.PutUint32(b[at:], v)
	}
	d.writeAt(b, 1)
	return d.err
}

// write writes a page behind those there are, and returns its number.
func (d *Writer) write(p *page) int {
	d.pages = behind(d.pages)
	d.writeAt(p.bytes(), d.pages)
	return d.pages
}

// behind returns the number of the page behind page n.
func behind(n int) int {
	if n+1 == lockPage {
		n++
	}
	return n + 1
}

func (d *Writer) writeAt(b []byte, number int) {
	if d.err == nil {
		_, d.err = d.w.WriteAt(b, int64(number-1)*pageSize)
	}
}

// page is a page of a b-tree: a header, the places of its cells, room, and the cells from
// its end on.
type page struct {
	kind   byte
	offset int // of the header
	right  int // last child of an interior page
	cells  [][]byte
	filled int // bytes of header, places and cells
}

func (p *page) reset(kind byte, offset int) {
	*p = page{kind: kind, offset: offset, cells: p.cells[:0], filled: offset + leafHeader}
	if kind == interiorPage {
		p.filled = offset + interiorHeader
	}
}

func (p *page) fits(cell []byte) bool { return p.filled+len(cell)+2 <= pageSize }

func (p *page) add(cell []byte) bool {
	if !p.fits(cell) {
		return false
	}
	p.cells, p.filled = append(p.cells, cell), p.filled+len(cell)+2
	return true
}

func (p *page) bytes() []byte {
	b := make([]byte, pageSize)
	header := b[p.offset:]
	end, place := pageSize, p.offset+leafHeader
	if p.kind == interiorPage {
		place = p.offset + interiorHeader
		binary.BigEndian.PutUint32(header[8:], uint32(p.right))
	}
	for _, cell := range p.cells {
		end -= len(cell)
		copy(b[end:], cell)
		binary.BigEndian.PutUint16(b[place:], uint16(end))
		place += 2
	}
	header[0] = p.kind
	binary.BigEndian.PutUint16(header[3:], uint16(len(p.cells)))
	binary.BigEndian.PutUint16(header[5:], uint16(end))
	return b
}

// appendVarint appends a number in SQLite's form: seven bits a byte, the highest first;
// the ninth byte has eight.
func appendVarint(b []byte, v uint64) []byte {
	if v >= 1<<56 {
		for shift := 57; shift >= 8; shift -= 7 {
			b = append(b, byte(v>>shift)|0x80)
		}
		return append(b, byte(v))
	}
	shift := 0
	for v>>shift > 127 {
		shift += 7
	}
	for ; shift > 0; shift -= 7 {
		b = append(b, byte(v>>shift)|0x80)
	}
	return append(b, byte(v)&0x7f)
}
