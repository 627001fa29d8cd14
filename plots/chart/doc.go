// Package chart describes the contents of a figure as data. A figure consists of marks in layers
// and series. The position of a mark is given as values on the axes. Package plots composes figures
// from marks, package plots/draw draws them, and JSON transfers them between programs.
//
// A new kind of mark needs a type in this package and a function in plots/draw that draws it. A new
// kind of figure needs neither.
package chart
