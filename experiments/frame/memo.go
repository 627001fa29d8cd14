package frame

// Memo returns the result of compute for the given key and the rows of f. It calls compute only
// once for each key and set of rows. The key must be comparable. Its type must be defined by the
// calling package, so that keys of different packages cannot collide.
func Memo[T any](f Frame, key any, compute func() T) T {
	type memo struct {
		key   any
		first *int32
		n     int
	}
	if len(f.rows) == 0 {
		return compute()
	}
	k := memo{key, &f.rows[0], len(f.rows)}
	f.table.mu.Lock()
	found, ok := f.table.columns[k].(T)
	f.table.mu.Unlock()
	if ok {
		return found
	}
	made := compute()
	f.table.mu.Lock()
	defer f.table.mu.Unlock()
	f.table.remember(k, made)
	return made
}
