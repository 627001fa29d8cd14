package display

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

// notebook shows things in the notebook whose kernel started this program.
type notebook struct{}

func (notebook) show(v sent.Value) error { return transmit(v) }

func (notebook) text(s string) {
	if err := transmit(sent.Value{Plain: strings.TrimSuffix(s, "\n")}); err != nil {
		panic(err)
	}
}

// status shows one output, which is rewritten under one display id.
func (notebook) status() (show func(text string), every time.Duration) {
	id := "puzzlelab-" + uniqueID()
	return func(text string) {
		// Losing a progress line is not worth failing for.
		if err := transmit(sent.Value{ID: id, Plain: text, Status: true}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, 250 * time.Millisecond
}
