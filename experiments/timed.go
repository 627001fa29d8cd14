package experiments

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/cores"
)

// prepare makes the pool ready for the trials of the batch, and for timed ones the machine:
// one run at a time, of this user, times trials in processes of their own, on a core that
// the rest of what the program does keeps away from. done gives back what it took.
//
// Two runs that time beside each other would not only share the core. They share caches,
// memory and the clock of the processor as well, which no CPU time accounts for.
func (b *batch) prepare(ctx context.Context, pool *pool, progress Progress) (done func(), err error) {
	nothing := func() {}
	isolates := b.plans[0].isolates(pool)
	timed := b.plans[0].Mode == trial.Timed && isolates
	if isolates && timed != (pool.timed != nil) {
		pool.close() // its processes are for the others
		pool.timed = nil
	}
	if !timed {
		return nothing, nil
	}
	unlock, err := lockMachine(ctx, func(h store.Holder) {
		if progress != nil {
			status := b.status()
			status.Waits = h.Who()
			progress.Update(status)
		}
	})
	if err != nil {
		if ctx.Err() != nil {
			err = nil
		}
		return nothing, err
	}
	if pool.timed == nil {
		split := cores.Choose()
		pool.timed = &split
	}
	giveBack := pool.timed.Clear()
	return func() { giveBack(); unlock() }, nil
}

// machineLock returns the path of the lock that whoever times trials on this machine
// holds. The folders of a user may be shared by several machines.
func machineLock() (string, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "puzzlelab")
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil { // as for a user without a home
		dir = filepath.Join(os.TempDir(), fmt.Sprintf("puzzlelab-%d", os.Getuid()))
		err = os.MkdirAll(dir, 0o700)
	}
	return filepath.Join(dir, "timing-"+store.HostName()+".lock"), err
}

// lockMachine waits until nobody else times trials on this machine, and keeps others
// from it. It calls waits once a second with whom it waits for.
func lockMachine(ctx context.Context, waits func(store.Holder)) (unlock func(), err error) {
	path, err := machineLock()
	if err != nil {
		return nil, fmt.Errorf("experiments: lock the machine to time trials: %w", err)
	}
	for tries := 0; ; tries++ {
		unlock, holder, err := store.TryLock(path)
		if err != nil {
			return nil, fmt.Errorf("experiments: lock the machine to time trials: %w", err)
		}
		if unlock != nil {
			return unlock, nil
		}
		if tries%10 == 0 {
			waits(holder)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(100 * time.Millisecond):
		}
	}
}
