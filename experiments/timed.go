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

// prepare makes the pool ready for the trials of the batch. For timed trials it also reserves the
// machine. At any time, only one of this user's runs then times trials. It does so in separate
// processes, on a core that the rest of the program does not use. Calling done releases what
// prepare reserved.
//
// Two timed runs side by side would also share caches, memory and the processor's clock frequency,
// even on separate cores, and CPU time does not account for that.
func (b *batch) prepare(ctx context.Context, pool *pool, progress Progress) (done func(), err error) {
	nothing := func() {}
	isolates := b.plans[0].isolates(pool)
	timed := b.plans[0].Mode == trial.Timed && isolates
	if isolates && timed != (pool.timed != nil) {
		pool.close() // its processes are for the other mode
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

// machineLock returns the path of the lock that a run holds while it times trials on this machine.
// The name includes the host, because several machines may share a user's folders.
func machineLock() (string, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "puzzlelab")
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil { // for example, if the user has no home
		dir = filepath.Join(os.TempDir(), fmt.Sprintf("puzzlelab-%d", os.Getuid()))
		err = os.MkdirAll(dir, 0o700)
	}
	return filepath.Join(dir, "timing-"+store.HostName()+".lock"), err
}

// lockMachine waits until no other run times trials on this machine, and then keeps others out.
// While it waits, it calls waits once a second with the process that holds the lock.
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
