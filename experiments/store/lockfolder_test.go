package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestAFolderIsLockedOnceAndNamesItsHolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for range 2 {
		unlock, err := LockFolder(dir, "held")
		if err != nil {
			t.Fatal(err)
		}
		_, err = LockFolder(dir, "held")
		var locked *LockedError
		if !errors.As(err, &locked) || locked.PID != os.Getpid() || locked.Path != filepath.Join(dir, "lock") {
			t.Errorf("error %v, want a LockedError of this process", err)
		}
		unlock()
	}
}
