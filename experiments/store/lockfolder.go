package store

// LockFolder keeps other processes from what this one does with a study in a folder, until
// unlock is called or the process dies. The error is a [LockedError] if another is there.
func LockFolder(folder, study string) (unlock func(), err error) {
	l, err := (&Journal{study: study, dir: folder}).Lock()
	if err != nil {
		return nil, err
	}
	return l.Unlock, nil
}
