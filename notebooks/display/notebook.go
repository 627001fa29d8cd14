package display

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/puzzlelab/puzzlelab/reports"
)

// notebook shows things in the notebook of the GoNB kernel that started this
// program.
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
	id := "puzzlelab-" + gonbui.UniqueId()
	return func(text string) {
		// Losing a progress line is not worth failing for.
		if err := send(map[string]any{"text/plain": text, reports.MIMEStatus: "{}"}, id); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}, 250 * time.Millisecond
}

// send hands one bundle to the kernel and waits until it has it; displays
// that are under way when the program ends are lost.
func send(data map[string]any, displayID string) error {
	d := &protocol.DisplayData{Data: map[protocol.MIMEType]any{}, DisplayID: displayID}
	for mime, v := range data {
		d.Data[protocol.MIMEType(mime)] = v
	}
	gonbui.SendData(d)
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("display: the notebook does not take output any more: %w", err)
	}
	return confirm()
}

// syncTimeout is far beyond what a kernel needs, which is less than a
// millisecond.
const syncTimeout = 30 * time.Second

// confirm waits for the kernel. gonbui's own function does not return when the
// connection breaks while it waits.
func confirm() error {
	done := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(done)
	}()
	timer := time.NewTimer(syncTimeout)
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
		return fmt.Errorf("display: the kernel did not confirm output within %v", syncTimeout)
	}
}
