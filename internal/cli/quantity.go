package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// seedFlag is a flag of a number that means nothing.
type seedFlag uint64

func (f *seedFlag) Set(s string) error {
	v, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		return fmt.Errorf("%q is not a seed (want 0 to %d)", s, uint64(math.MaxUint64))
	}
	*f = seedFlag(v)
	return nil
}

func (f *seedFlag) String() string { return strconv.FormatUint(uint64(*f), 10) }
func (f *seedFlag) Type() string   { return "S" }

// about makes a sentence of what a text is: "not a number".
func about(text string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%q is %w", text, err)
}

// countFlag, bytesFlag and durationFlag are flags of a quantity; their zero
// value is no limit. Their methods are those of pflag.Value.
type (
	countFlag    uint64
	bytesFlag    uint64
	durationFlag time.Duration
)

func (f *countFlag) Set(s string) (err error) {
	v, err := digits.ParseCount(s)
	*f = countFlag(v)
	return about(s, err)
}

func (f *countFlag) String() string { return strconv.FormatUint(uint64(*f), 10) }
func (f *countFlag) Type() string   { return "N" }

// amountFlag is a flag of a number of things, of which there is at least one. A
// sweep holds all of its rows in memory.
type amountFlag int

func (f *amountFlag) Set(s string) error {
	const most = 1_000_000
	n, err := digits.ParseCount(s)
	switch {
	case err != nil:
		return about(s, err)
	case n < 1 || n > most:
		return fmt.Errorf("%q is out of range (want 1 to %d)", s, most)
	}
	*f = amountFlag(n)
	return nil
}

func (f *amountFlag) String() string { return strconv.Itoa(int(*f)) }
func (f *amountFlag) Type() string   { return "N" }

func (f *bytesFlag) Set(s string) (err error) {
	v, err := digits.ParseBytes(s)
	*f = bytesFlag(v)
	return about(s, err)
}

func (f *bytesFlag) String() string {
	if *f > 0 && *f%(1<<30) == 0 {
		return strconv.FormatUint(uint64(*f>>30), 10) + "GiB"
	}
	return strconv.FormatUint(uint64(*f), 10)
}
func (f *bytesFlag) Type() string { return "SIZE" }

func (f *durationFlag) Set(s string) error {
	d, err := time.ParseDuration(s)
	switch {
	case err != nil:
		return about(s, errors.New("not a duration such as 500ms, 30s or 10m"))
	case d < 0:
		return about(s, errors.New("negative"))
	}
	*f = durationFlag(d)
	return nil
}

func (f *durationFlag) String() string {
	if *f == 0 {
		return "0"
	}
	return time.Duration(*f).String()
}

func (f *durationFlag) Type() string { return "TIME" }
