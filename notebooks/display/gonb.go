//go:build !puzzlelab_engine

package display

import (
	"fmt"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/puzzlelab/puzzlelab/notebooks/drawn"
	"github.com/puzzlelab/puzzlelab/reports"
)

// complete returns a figure with all its pictures.
func complete(f reports.Figure) (reports.Figure, error) { return drawn.Figure(f) }

// transmit hands over what to display, and returns once the kernel has it: displays
// that are under way when the program ends are lost.
func transmit(d *protocol.DisplayData) error {
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

func uniqueID() string { return gonbui.UniqueId() }
