package parquet

import (
	"encoding/binary"
	"fmt"
)

// structure is a Thrift structure: the value at index i belongs to field i+1, or nil if the field
// is absent. In the compact protocol, a field consists of its type, the difference between its
// number and the previous field's number, and its value; a zero ends a structure.
type structure []any

// Thrift's numbers for the types of fields and list items.
const (
	typeInt    = 5 // int32
	typeLong   = 6 // int64
	typeString = 8
	typeList   = 9
	typeStruct = 12
)

func typeOf(v any) byte {
	switch v.(type) {
	case int32:
		return typeInt
	case int64:
		return typeLong
	case string:
		return typeString
	case structure:
		return typeStruct
	}
	return typeList
}

// encode appends a value to b.
func encode(b []byte, v any) []byte {
	switch v := v.(type) {
	case int32:
		return binary.AppendVarint(b, int64(v))
	case int64:
		return binary.AppendVarint(b, v)
	case string:
		return append(binary.AppendUvarint(b, uint64(len(v))), v...)
	case structure:
		last := 0
		for i, field := range v {
			if field != nil {
				b = encode(append(b, byte(i+1-last)<<4|typeOf(field)), field)
				last = i + 1
			}
		}
		return append(b, 0)
	case []int32:
		return list(b, typeInt, v)
	case []string:
		return list(b, typeString, v)
	case []structure:
		return list(b, typeStruct, v)
	}
	panic(fmt.Sprintf("parquet: no field is a %T", v))
}

func list[T any](b []byte, kind byte, items []T) []byte {
	if n := len(items); n < 15 {
		b = append(b, byte(n)<<4|kind)
	} else {
		b = binary.AppendUvarint(append(b, 15<<4|kind), uint64(n))
	}
	for _, item := range items {
		b = encode(b, item)
	}
	return b
}
