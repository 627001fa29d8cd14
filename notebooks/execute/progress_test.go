package execute_test

import (
	"os"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/execute"
)

func ExampleProgressTo() {
	update := execute.ProgressTo(os.Stdout, "tour.ipynb", false)
	update(execute.Event{Cell: 1, Of: 3, State: execute.Reused})
	update(execute.Event{Cell: 2, Of: 3, State: execute.Running})
	update(execute.Event{Cell: 2, Of: 3, State: execute.Done, Elapsed: 1200 * time.Millisecond})
	update(execute.Event{Of: 3, State: execute.Ended, Elapsed: 2 * time.Second})
	// Output:
	// tour.ipynb: cell 2 of 3 done, 1.2 s
	// tour.ipynb: 1 of 3 cells would show the same and were not run
}
