package display

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/puzzlelab/puzzlelab/reports"
)

// notebook shows things in the notebook whose kernel started this program.
type notebook struct{}

func (notebook) block(b reports.Block) error {
	data, err := bundle(b)
	if err != nil {
		return err
	}
	if err := send(data, ""); err != nil {
		return err
	}
	if f, ok := b.(reports.Figure); ok {
		caption, err := captionOf(f)
		if err != nil || caption == nil {
			return err
		}
		return send(caption, "")
	}
	return nil
}

func (notebook) text(s string) {
	if err := send(map[string]any{"text/plain": strings.TrimSuffix(s, "\n")}, ""); err != nil {
		panic(err)
	}
}

// status shows one output, which is rewritten under one display id.
func (notebook) status() (show func(text string), every time.Duration) {
	id := "puzzlelab-" + uniqueID()
	return func(text string) {
		// Losing a progress line is not worth failing for.
		if err := send(map[string]any{"text/plain": text, reports.MIMEStatus: "{}"}, id); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, 250 * time.Millisecond
}

// send hands over one bundle.
func send(data map[string]any, displayID string) error {
	d := &protocol.DisplayData{Data: map[protocol.MIMEType]any{}, DisplayID: displayID}
	for mime, v := range data {
		d.Data[protocol.MIMEType(mime)] = v
	}
	return transmit(d)
}
