// Package chart describes the contents of a figure as data. A figure consists of marks in layers
// and series. Values on axes give the places of marks. Package plots composes figures from marks,
// package plots/draw draws them, and JSON transfers them between programs.
//
// A new kind of mark needs a type in this package and a function in plots/draw that draws it. A new
// kind of figure needs neither.
package chart
