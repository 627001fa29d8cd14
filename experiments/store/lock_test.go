package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestALockIsGivenBack(t *testing.T) {
	j, err := open(t).Study("held")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		lock, err := j.Lock()
		if err != nil {
			t.Fatal(err)
		}
		_, err = j.Lock()
		wantError(t, err, "this process (pid ")
		lock.Unlock()
	}
}

func TestALockFileWithOtherContentsNamesNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if err := os.WriteFile(path, []byte("not a number"), 0o666); err != nil {
		t.Fatal(err)
	}
	if h := lockHolder(path); h.PID != 0 {
		t.Errorf("pid %d, want 0", h.PID)
	}
	if msg := (&LockedError{"s", Holder{Path: path}}).Error(); !strings.Contains(msg, "by another process, which holds "+path) {
		t.Errorf("message %q", msg)
	}
}
