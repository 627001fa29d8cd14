package jupyter

import (
	"os"
	"time"
)

// RemoveAll removes a folder into which a process that was just killed, such as a
// compiler, may still be writing for a moment.
func RemoveAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
