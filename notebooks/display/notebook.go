package display

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

// notebook shows values in the notebook whose kernel started this program.
type notebook struct{}

func (notebook) show(v sent.Value) error { return transmit(v) }

func (notebook) text(s string) {
	if err := transmit(sent.Value{Plain: strings.TrimSuffix(s, "\n")}); err != nil {
		panic(err)
	}
}

// status shows one output, which is updated under one display ID.
func (notebook) status() (show func(text string), every time.Duration) {
	id := "puzzlelab-" + uniqueID()
	return func(text string) {
		// A lost progress line is not worth an error.
		if err := transmit(sent.Value{ID: id, Plain: text, Status: true}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, 250 * time.Millisecond
}
