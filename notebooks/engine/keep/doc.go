// Package keep passes the values of package variables from one program to the next, for notebook
// cells. It copies values exactly, according to their memory layout, or not at all.
//
// [Program.Save] follows all references from variables. Each piece of memory that it finds is a
// range with the type of its elements. It merges overlapping ranges, so that values that share
// memory still share it after [Program.Load]: slices with their capacities, pointers into the
// middle of a value, and cycles. Overlapping strings share their bytes, and maps are stored as
// lists of keys and values. Variables that share memory form a unit, which is kept completely or
// not at all, in a separate file.
//
// [Program.Save] goes through memory once and records references: where each is, and what it refers
// to. The file is then a copy of the memory in which each recorded reference is replaced by an
// address in the file. Elements of one type are side by side, in the order in which they were
// found, so that equal values give equal files wherever they are in memory. [Program.Load] goes
// through the copy in the same way and replaces addresses by pointers; it uses data without
// pointers where it was read.
//
// # What is not kept
//
// Functions, channels, locked locks, open files, unsafe pointers, and all values that contain them
// are not kept. References to the memory of other packages are kept only if they lead to exported
// variables or to memory that these point to. They are stored by name: io.EOF becomes the io.EOF of
// the next program. References to memory that an unexported variable of another package points to
// are refused. Memory that other packages reach only through their own heap is not recognized, but
// some types with such memory are refused: unique handles, and seeds of hash/maphash.
//
// A time.Time loses its monotonic reading, which means nothing in another process.
package keep
