package store

// LockFolder locks a study in a folder for this process until unlock is called or the process dies.
// The error is a [LockedError] if another process holds the lock.
func LockFolder(folder, study string) (unlock func(), err error) {
	l, err := (&Journal{study: study, dir: folder}).Lock()
	if err != nil {
		return nil, err
	}
	return l.Unlock, nil
}
