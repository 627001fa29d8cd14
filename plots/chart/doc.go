// Package chart says what a figure shows, as data: marks at places that are values on
// axes, in layers and series. Package plots composes kinds of figures of them, package
// plots/draw draws them, and JSON carries them from one program to another.
//
// A mark of its own kind needs a type here and a function in plots/draw that draws it; a
// kind of figure needs neither.
package chart
