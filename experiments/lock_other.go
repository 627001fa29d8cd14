//go:build !windows && (!unix || aix || solaris)

package experiments

import (
	"errors"
	"io/fs"
	"os"
)

// lockFile creates path, or reports that it is there already. There is no
// lock here that a dead process would drop: if it left the file behind, the
// error that names the file is the cue to delete it.
func lockFile(path string, shared bool) (f *os.File, held bool, err error) {
	if _, err := os.Stat(path); shared && err != nil {
		return nil, false, errors.New("this system has no lock that shards could share: run the study without --shard")
	}
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, true, nil
	}
	return f, false, err
}

func unlockFile(f *os.File) {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

func gone(int) bool { return false }
