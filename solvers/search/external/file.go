package external

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// A file is a sequence of blocks:
//
//	length  4 bytes, little-endian
//	sum     4 bytes: CRC-32C of the data of all blocks up to and including this one
//	data    the differences of successive records, as varints
//
// The first record is a difference from 0. Records increase strictly.

// file is a complete file of records, as the manifest describes it.
type file struct {
	Name   string `json:"name"`
	States uint64 `json:"states"`
	Bytes  uint64 `json:"bytes"`
	Sum    uint32 `json:"crc32c"`

	durable bool // whether the disk has it for certain
}

const (
	header     = 8
	blockBytes = 64 << 10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// block returns a buffer for a file, with a header.
func (e *enumeration) block() []byte {
	if n := len(e.blocks); n > 0 {
		b := e.blocks[n-1]
		e.blocks = e.blocks[:n-1]
		return b
	}
	return make([]byte, blockBytes)
}

// writer writes a file of records. Its methods do nothing after an error, which close returns.
type writer struct {
	e     *enumeration
	f     *os.File
	path  string
	file  file
	last  uint64
	block []byte // header and data
	at    int
	err   error
}

func (e *enumeration) create(name string) (*writer, error) {
	path := filepath.Join(e.o.Folder, name)
	f, err := os.Create(path)
	if err != nil {
		return nil, outfile.Wrap(path, err)
	}
	return &writer{e: e, f: f, path: path, file: file{Name: name}, block: e.block(), at: header}, nil
}

func (w *writer) add(record uint64) {
	if w.at+binary.MaxVarintLen64 > len(w.block) {
		w.flush()
	}
	w.at += binary.PutUvarint(w.block[w.at:], record-w.last)
	w.last = record
	w.file.States++
}

func (w *writer) flush() {
	if w.err != nil || w.at == header {
		return
	}
	data := w.block[header:w.at]
	w.file.Sum = crc32.Update(w.file.Sum, castagnoli, data)
	binary.LittleEndian.PutUint32(w.block, uint32(len(data)))
	binary.LittleEndian.PutUint32(w.block[4:], w.file.Sum)
	n, err := w.f.Write(w.block[:w.at])
	w.err = outfile.Wrap(w.path, err)
	w.at = header
	w.file.Bytes += uint64(n)
	w.e.held += uint64(n)
	w.e.Disk = max(w.e.Disk, w.e.held)
	if limit := w.e.o.Disk; w.err == nil && limit > 0 && w.e.held > limit {
		w.err = &DiskError{limit}
	}
}

// close returns the complete file.
func (w *writer) close() (file, error) {
	w.flush()
	if err := w.f.Close(); w.err == nil {
		w.err = outfile.Wrap(w.path, err)
	}
	w.e.blocks = append(w.e.blocks, w.block)
	return w.file, w.err
}

// reader reads a file of records in order.
type reader struct {
	e      *enumeration
	f      *os.File
	want   file
	path   string
	record uint64
	sum    uint32
	states uint64
	buffer []byte
	data   []byte // not yet read
	err    error
}

func (e *enumeration) read(f *file) *reader {
	r := &reader{e: e, want: *f, path: filepath.Join(e.o.Folder, f.Name), buffer: e.block()}
	if r.f, r.err = os.Open(r.path); errors.Is(r.err, fs.ErrNotExist) {
		r.damaged("it is missing")
	}
	return r
}

// next reads the next record. It returns false at the end, and after an error.
func (r *reader) next() bool {
	if len(r.data) == 0 && !r.fill() {
		return false
	}
	r.states++
	if b := r.data[0]; b < 0x80 {
		r.record += uint64(b)
		r.data = r.data[1:]
		return true
	}
	difference, n := binary.Uvarint(r.data)
	r.record += difference
	r.data = r.data[max(n, 1):]
	return true
}

// fill reads a block. What it returns is as it was written.
func (r *reader) fill() bool {
	if r.err != nil {
		return false
	}
	_, err := io.ReadFull(r.f, r.buffer[:header])
	if err == io.EOF {
		if r.states != r.want.States || r.sum != r.want.Sum {
			r.damaged("it has %d states with the checksum %08x, instead of %d with %08x", r.states, r.sum, r.want.States, r.want.Sum)
		}
		return false
	}
	length := binary.LittleEndian.Uint32(r.buffer)
	sum := binary.LittleEndian.Uint32(r.buffer[4:])
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		r.damaged("it is cut off")
		return false
	case err != nil:
		r.err = err
		return false
	case length == 0 || int(length) > len(r.buffer)-header:
		r.damaged("a block of %d bytes after %d states", length, r.states)
		return false
	}
	r.data = r.buffer[header : header+length]
	_, err = io.ReadFull(r.f, r.data)
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		r.damaged("it is cut off")
	case err != nil:
		r.err = err
	default:
		if r.sum = crc32.Update(r.sum, castagnoli, r.data); r.sum != sum {
			r.damaged("the checksum of a block after %d states is wrong", r.states)
		}
	}
	return r.err == nil
}

func (r *reader) damaged(format string, a ...any) {
	r.err = &DamageError{r.path, fmt.Sprintf(format, a...)}
}

func (r *reader) close() {
	if r.f != nil {
		r.f.Close()
	}
	r.e.blocks = append(r.e.blocks, r.buffer)
}
