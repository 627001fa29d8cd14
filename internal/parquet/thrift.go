package parquet

import "encoding/binary"

// thrift writes structures in the compact protocol of Apache Thrift: each field as its
// type, its number as the difference to that of the field before, and its value; a zero
// ends a structure.
type thrift struct {
	b    []byte
	last []int // number of the last field, of each structure that is open
}

// The types of fields and of items of lists.
const (
	typeInt    = 5 // of 32 bits
	typeLong   = 6 // of 64 bits
	typeString = 8
	typeList   = 9
	typeStruct = 12
)

func (t *thrift) field(number int, kind byte) {
	top := len(t.last) - 1
	t.b = append(t.b, byte(number-t.last[top])<<4|kind)
	t.last[top] = number
}

// begin begins a structure that is the outermost one or an item of a list.
func (t *thrift) begin() { t.last = append(t.last, 0) }

func (t *thrift) structure(number int) {
	t.field(number, typeStruct)
	t.begin()
}

func (t *thrift) end() {
	t.b = append(t.b, 0)
	t.last = t.last[:len(t.last)-1]
}

func (t *thrift) int(number int, v int64) {
	t.field(number, typeInt)
	t.b = binary.AppendVarint(t.b, v)
}

func (t *thrift) long(number int, v int64) {
	t.field(number, typeLong)
	t.b = binary.AppendVarint(t.b, v)
}

func (t *thrift) string(number int, s string) {
	t.field(number, typeString)
	t.text(s)
}

func (t *thrift) text(s string) {
	t.b = append(binary.AppendUvarint(t.b, uint64(len(s))), s...)
}

// list begins a list, of which the n items follow.
func (t *thrift) list(number int, kind byte, n int) {
	t.field(number, typeList)
	if n < 15 {
		t.b = append(t.b, byte(n)<<4|kind)
		return
	}
	t.b = binary.AppendUvarint(append(t.b, 15<<4|kind), uint64(n))
}
