package study

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// source returns the source code that makes an item: the function that draws or fills it, or the
// declaration of a claim, with the function that answers it if that is elsewhere. It returns "" if
// the study's files do not contain it.
func (d Definition) source(item Item) string {
	files, err := code.Read(d.Files)
	if err != nil || files == nil || item.function == nil {
		return ""
	}
	makes := files.Declaration(item.function)
	if _, ok := item.function.(func(frame.Frame) (claim.Answer, error)); !ok {
		return makes
	}
	literal, whole := files.Literal(item.ID, item.function)
	switch {
	case literal == "":
		return makes
	case whole:
		return "claim.Claim" + literal
	}
	return strings.TrimSpace("claim.Claim" + literal + "\n\n" + makes)
}
