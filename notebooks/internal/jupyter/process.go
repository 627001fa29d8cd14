package jupyter

import (
	"os"
	"time"
)

// RemoveAll removes a folder. If a process that was just killed, such as a compiler, is still
// writing to the folder, RemoveAll tries again.
func RemoveAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
