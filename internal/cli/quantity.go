package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// quantity is a flag of a number. Its methods are those of pflag.Value.
type quantity[T any] struct {
	value *T
	kind  string                  // what the help calls it
	parse func(string) (T, error) // the error says what a text is: "not a number"
	print func(T) string
}

func (q quantity[T]) Set(s string) error {
	v, err := q.parse(s)
	if err != nil {
		return fmt.Errorf("%q is %w", s, err)
	}
	*q.value = v
	return nil
}

func (q quantity[T]) String() string { return q.print(*q.value) }
func (q quantity[T]) Type() string   { return q.kind }

func plain(n uint64) string { return strconv.FormatUint(n, 10) }

// seedFlag sets a number that means nothing.
func seedFlag(to *uint64) quantity[uint64] {
	return quantity[uint64]{to, "S", func(s string) (uint64, error) {
		seed, err := strconv.ParseUint(s, 0, 64)
		if err != nil {
			err = fmt.Errorf("not a seed (want 0 to %d)", uint64(math.MaxUint64))
		}
		return seed, err
	}, plain}
}

// countFlag sets a number of which 0 may be no limit.
func countFlag(to *uint64) quantity[uint64] {
	return quantity[uint64]{to, "N", digits.ParseCount, plain}
}

// amountFlag sets a number of things, of which there is at least one. A sweep
// holds all of its rows in memory.
func amountFlag(to *int) quantity[int] {
	const most = 1_000_000
	return quantity[int]{to, "N", func(s string) (int, error) {
		n, err := digits.ParseCount(s)
		if err == nil && (n < 1 || n > most) {
			err = fmt.Errorf("out of range (want 1 to %d)", most)
		}
		return int(n), err
	}, strconv.Itoa}
}

// bytesFlag sets a size in bytes, of which 0 is no limit.
func bytesFlag(to *uint64) quantity[uint64] {
	return quantity[uint64]{to, "SIZE", digits.ParseBytes, func(n uint64) string {
		if n > 0 && n%(1<<30) == 0 {
			return plain(n>>30) + "GiB"
		}
		return plain(n)
	}}
}

// durationFlag sets a time, of which 0 is no limit.
func durationFlag(to *time.Duration) quantity[time.Duration] {
	return quantity[time.Duration]{to, "TIME", func(s string) (time.Duration, error) {
		d, err := time.ParseDuration(s)
		switch {
		case err != nil:
			err = errors.New("not a duration such as 500ms, 30s or 10m")
		case d < 0:
			err = errors.New("negative")
		}
		return d, err
	}, func(d time.Duration) string {
		if d == 0 {
			return "0"
		}
		return d.String()
	}}
}
