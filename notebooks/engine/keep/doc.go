// Package keep keeps the values of package variables from one program to another, as cells of
// a notebook need it: exactly, by their layout in memory, or not at all.
//
// [Program.Save] follows what variables refer to. Each piece of memory that it finds is a
// range with the type of its elements; ranges that overlap are one, so that what shares
// memory still does when [Program.Load] has made it again: slices with their capacities,
// pointers into the middle of something, cycles. Strings that overlap share their bytes, and
// maps are lists of keys and values. Variables that share memory are a unit, which is kept
// whole or not at all, in a file of its own.
//
// A file is an image of memory. In it a pointer is an address in a space that begins at 1:
// what has elements of one type stands side by side, in the order in which it was found, so
// that equal values make equal files wherever they lay. What has no pointers is mapped into
// the program that loads it; the rest is copied, and its pointers are set.
//
// # What is not kept
//
// Functions, channels, locks that are held, open files, unsafe pointers, and whatever has them
// as a part. Of the memory of other packages only exported variables and what they point to,
// by their names: io.EOF is the io.EOF of the next program. What an unexported variable of
// another package points to is refused. Memory that other packages know only through their own
// heap is not recognised, but for some types that are refused: unique handles, seeds of hash/maphash.
//
// A time.Time loses its monotonic reading, which means nothing in another process.
package keep
