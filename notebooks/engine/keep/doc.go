// Package keep passes the values of package variables from one program to the next, for notebook
// cells. It copies a value exactly as it is in memory, or not at all.
//
// [Program.Save] follows all references from variables. It treats each piece of memory that it
// finds as a range of elements of one type. It merges overlapping ranges, so values that share
// memory still share it after [Program.Load]. This includes slices with their capacities, pointers
// into the middle of a value, and cycles. Overlapping strings share their bytes, and maps are
// stored as lists of keys and values. Variables that share memory form a unit. A unit has its own
// file, and is kept completely or not at all.
//
// [Program.Save] goes through memory once and records where each reference is and what it refers
// to. The file is then a copy of the memory in which an address in the file replaces each recorded
// reference. Elements of one type are side by side, in the order in which they were found, so that
// equal values give equal files, regardless of where they are in memory. [Program.Load] goes
// through the copy in the same way and replaces addresses with pointers. It does not copy data
// without pointers.
//
// # What is not kept
//
// Functions, channels, locked locks, open files, unsafe pointers, and all values that contain them
// are not kept. References to the memory of other packages are kept only if they lead to exported
// variables or to memory that these point to. They are stored by name, so io.EOF becomes the io.EOF
// of the next program. If memory belongs to an unexported variable of another package, values that
// refer to it are not kept. Memory that other packages reach only through their own heap is not
// recognized, but values of some types that use such memory are not kept: unique handles, and seeds
// of hash/maphash.
//
// A time.Time loses its monotonic reading, which is meaningless in a different process.
package keep
