package jupyter

import (
	"os"
	"time"
)

// RemoveAll removes a folder. It tries again if a process that was just killed, such as a compiler,
// still writes into the folder for a moment.
func RemoveAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
