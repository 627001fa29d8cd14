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
// [Program.Save] goes through memory once and notes references: a place, and what it refers to. A
// file is then memory copied, with an address in the file in each noted place. Elements of one
// type stand side by side, in the order in which they were found, so that equal values make
// equal files wherever they lay. Loading goes through what was copied in the same way and puts
// pointers in place of addresses; what has no pointers is used where it was read.
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
