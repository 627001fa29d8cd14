package numerals

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// unit is a suffix of a number and the factor it stands for.
type unit struct {
	suffix string
	factor uint64
}

// countUnits are powers of 1000, for counts.
var countUnits = []unit{{"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}}

// byteUnits are powers of 1000 and of 1024. They do not include a bare k, M or G, since people use
// it for both.
var byteUnits = []unit{
	{"KiB", 1 << 10},
	{"MiB", 1 << 20},
	{"GiB", 1 << 30},
	{"TiB", 1 << 40},
	{"kB", 1e3},
	{"KB", 1e3},
	{"MB", 1e6},
	{"GB", 1e9},
	{"TB", 1e12},
	{"B", 1},
}

// ParseCount parses a count, which may contain underscores, an SI prefix or an exponent: 60_000,
// 60k, 1.5M, 1e6.
func ParseCount(s string) (uint64, error) {
	return parseQuantity(s, countUnits, "a number such as 60000, 60k or 1M")
}

// ParseBytes parses an amount of memory, such as 4096, 512MiB, 2GiB or 2GB, and returns it in
// bytes.
func ParseBytes(s string) (uint64, error) {
	return parseQuantity(s, byteUnits, "an amount of memory such as 512MiB, 2GiB or 2GB")
}

// MostAmount is the largest count that [ParseAmount] accepts. It is limited because a sweep holds
// all its rows in memory.
const MostAmount = 1_000_000

// ParseAmount parses a count from 1 to [MostAmount] in the notation of [ParseCount].
func ParseAmount(s string) (int, error) {
	n, err := ParseCount(s)
	if err == nil && (n < 1 || n > MostAmount) {
		err = fmt.Errorf("out of range (want 1 to %d)", MostAmount)
	}
	return int(n), err
}

var leadingZeros = lazy.Regexp(`^0+([0-9])`)

// ParseSeed parses a seed in decimal, or in another base with a prefix such as 0xA. Leading zeros
// do not mean octal: 010 is 10.
func ParseSeed(s string) (uint64, error) {
	seed, err := strconv.ParseUint(leadingZeros().ReplaceAllString(s, "$1"), 0, 64)
	if err != nil {
		err = fmt.Errorf("not a seed (want 0 to %d)", uint64(math.MaxUint64))
	}
	return seed, err
}

// ParseDuration parses a duration such as 500ms, 30s, 1h30m or 10 min.
func ParseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	seconds, unit, ok := ParseMeasure(s)
	if err != nil && ok && unit == "s" && math.Abs(seconds) < math.MaxInt64/1e9 {
		d, err = time.Duration(seconds*1e9), nil
	}
	switch {
	case err != nil:
		err = errors.New("not a duration such as 500ms, 30s or 10m")
	case d < 0:
		err = errors.New("negative")
	}
	return d, err
}

// decimal matches the number of a quantity: digits, with underscores between them, a fraction and
// an exponent of at most two digits.
var decimal = lazy.Regexp(`^\d+(_\d+)*(\.\d+(_\d+)*)?([eE]\+?\d{1,2})?$`)

// parseQuantity reads a decimal number, then one of the units or nothing. The product must be a
// whole number below 2^64.
func parseQuantity(s string, units []unit, want string) (uint64, error) {
	number, factor := decimalComma().ReplaceAllString(s, "$1.$2$3"), uint64(1)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(number, u.suffix); ok {
			number, factor = strings.TrimSuffix(rest, " "), u.factor
			break
		}
	}
	// Thirty characters are more than any quantity needs; the bound keeps the
	// rational arithmetic below cheap.
	if len(number) > 30 || !decimal().MatchString(number) {
		return 0, fmt.Errorf("not %s", want)
	}
	value, _ := new(big.Rat).SetString(strings.ReplaceAll(number, "_", ""))
	value.Mul(value, new(big.Rat).SetInt(new(big.Int).SetUint64(factor)))
	switch {
	case !value.IsInt():
		return 0, errors.New("not a whole number")
	case !value.Num().IsUint64():
		return 0, fmt.Errorf("too large (at most %d)", uint64(math.MaxUint64))
	}
	return value.Num().Uint64(), nil
}

// measures are the units of time and memory, in seconds and bytes, by the names that programs use.
// They do not include single letters that mean a prefix or a minute.
var measures = map[string]map[string]float64{
	"s": {
		"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1, "sec": 1, "min": 60, "h": 3600, "d": 86400,
		"nanosecond": 1e-9, "microsecond": 1e-6, "millisecond": 1e-3, "second": 1, "minute": 60, "hour": 3600, "day": 86400,
	},
	"B": {"byte": 1, "PB": 1e15, "PiB": 1 << 50},
}

func init() {
	for _, u := range byteUnits {
		measures["B"][u.suffix] = float64(u.factor)
	}
}

var measured = lazy.Regexp(`^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([\pL%°](?:[^\s\d]|\^\d)*)?\s*$`)

// decimalComma matches a number with a decimal comma and a unit. Without a unit, 4,5 may also be a
// list; three digits after the comma may also be thousands.
var decimalComma = lazy.Regexp(`^(\s*[-+]?\d+),(\d{1,2}|\d{4,})(\s*\pL)`)

// ParseMeasure parses a number in the notation of other programs, with or without a unit, such as
// 12.5s, 15 min or 100 MB. It converts times to seconds, with the unit "s", and amounts of memory
// to bytes, with the unit "B". It returns any other number unchanged, with the unit in the text. If
// the text does not begin with a number, ok is false.
func ParseMeasure(s string) (value float64, unit string, ok bool) {
	m := measured().FindStringSubmatch(decimalComma().ReplaceAllString(s, "$1.$2$3"))
	if m == nil {
		return 0, "", false
	}
	value, err := strconv.ParseFloat(m[1], 64)
	for base, units := range measures {
		for _, name := range []string{m[2], strings.TrimSuffix(m[2], "s")} { // minutes, mins
			switch factor := units[name]; {
			case factor >= 1:
				return value * factor, base, err == nil
			case factor > 0:
				return value / math.Round(1/factor), base, err == nil // exactly
			}
		}
	}
	return value, m[2], err == nil
}

// pointsOf maps units of width to their size in points.
var pointsOf = map[string]float64{"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72, "pt": 1}

// ParseWidth parses a width on paper, such as 89mm, 3.5in or 252pt, and returns it in points.
func ParseWidth(s string) (float64, error) {
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	unit, ok := pointsOf[s[len(number):]]
	x, err := strconv.ParseFloat(number, 64)
	const least, most = 72, 2880
	if x *= unit; !ok || err != nil {
		return 0, errors.New("not a width such as 89mm, 3.5in or 252pt")
	} else if !(x >= least && x <= most) {
		return 0, fmt.Errorf("out of range (want %s to %s)", Millimetres(least), Millimetres(most))
	}
	return x, nil
}

// Millimetres formats a length in points as millimeters, as in "89mm". It returns "" for 0, which
// means that no length is set.
func Millimetres(points float64) string {
	if points == 0 {
		return ""
	}
	return strconv.FormatFloat(math.Round(points/72*254)/10, 'f', -1, 64) + "mm"
}
