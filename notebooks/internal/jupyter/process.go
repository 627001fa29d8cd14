package jupyter

import (
	"os"
	"time"
)

// RemoveAll removes a folder. It tries again if a process that was just killed, such as a compiler,
// is still writing to the folder.
func RemoveAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
