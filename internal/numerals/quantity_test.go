package numerals

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestQuantitiesAreReadWithTheirUnits(t *testing.T) {
	count := func(in string, want uint64) {
		t.Helper()
		if got, err := ParseCount(in); err != nil || got != want {
			t.Errorf("ParseCount(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	count("0", 0)
	count("60000", 60000)
	count("60_000", 60000)
	count("60k", 60000)
	count("60K", 60000)
	count("1.5M", 1500000)
	count("1 M", 1000000)
	count("1.5e6", 1500000)
	count("007", 7)
	count("2G", 2e9)
	count("18446744073709551615", math.MaxUint64)

	bytes := func(in string, want uint64) {
		t.Helper()
		if got, err := ParseBytes(in); err != nil || got != want {
			t.Errorf("ParseBytes(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	bytes("4096", 4096)
	bytes("100B", 100)
	bytes("512MiB", 512<<20)
	bytes("2GiB", 2<<30)
	bytes("0.5GiB", 1<<29)
	bytes("2GB", 2e9)
	bytes("3kB", 3000)
	bytes("3KiB", 3072)
}

func TestASeedWithZerosInFrontIsDecimal(t *testing.T) {
	for in, want := range map[string]uint64{"10": 10, "010": 10, "0": 0, "00": 0, "08": 8, "0x10": 16, "0o10": 8, "1_000": 1000, "007_0": 70} {
		if got, err := ParseSeed(in); err != nil || got != want {
			t.Errorf("ParseSeed(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
}

func TestMeasuresAreInSecondsAndBytes(t *testing.T) {
	for _, c := range []struct {
		in    string
		value float64
		unit  string
	}{
		{"12.5", 12.5, ""},
		{"12.5s", 12.5, "s"},
		{" 15 min ", 900, "s"},
		{"2 minutes", 120, "s"},
		{"20us", 2e-5, "s"},
		{"20 µs", 2e-5, "s"},
		{"1500ms", 1.5, "s"},
		{"3 ns", 3e-9, "s"},
		{"1 hour", 3600, "s"},
		{"2d", 172800, "s"},
		{"1e3 sec", 1000, "s"},
		{".5h", 1800, "s"},
		{"100 MB", 1e8, "B"},
		{"3 KiB", 3072, "B"},
		{"7 bytes", 7, "B"},
		{"-1 kB", -1000, "B"},
		{"2GB", 2e9, "B"},
		{"3 m", 3, "m"},
		{"3M", 3, "M"},
		{"2.5 kWh", 2.5, "kWh"},
		{"50 %", 50, "%"},
		{"1,5s", 1.5, "s"},
		{"-2,25 kB", -2250, "B"},
	} {
		if value, unit, ok := ParseMeasure(c.in); !ok || value != c.value || unit != c.unit {
			t.Errorf("%q is %v %q, %v, want %v %q", c.in, value, unit, ok, c.value, c.unit)
		}
	}
	for _, in := range []string{"", "s", "no limit", "1e999s", "-", "NaN", "MB 3", "1,500ms", "1,234,567", "4,5", "4,5 ", "1.2.3", "1.234.5", "2024-05-01", "00:00:01", "4f3a", "1 2", "3 of 5"} {
		if value, unit, ok := ParseMeasure(in); ok {
			t.Errorf("%q is %v %q, want none", in, value, unit)
		}
	}
}

func FuzzParseMeasure(f *testing.F) {
	for _, seed := range []string{"12.5s", "15 min", "100 MB", "-1e3 µs", "2 kWh"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		value, unit, ok := ParseMeasure(in)
		if !ok {
			return
		}
		again, same, ok := ParseMeasure(strconv.FormatFloat(value, 'g', -1, 64) + " " + unit)
		if !ok && !math.IsInf(value, 0) || ok && (again != value || same != unit) {
			t.Errorf("%q is %v %q, which is read as %v %q", in, value, unit, again, same)
		}
	})
}

func TestWhatIsNoQuantityIsRefused(t *testing.T) {
	for _, in := range []string{
		"", "k", "-1", "+1", "1e-6", "1e100", "e6", "0x10", "1/2", "60x", "1,000", "_1", "1_", "1__0", "1._5", ".5k", "5.k", "1.2.3", "１",
		"1.5", "0.0001k", // not whole
		"18446744073709551616", "99999999999G", strings.Repeat("9", 1000), // too large
	} {
		if got, err := ParseCount(in); err == nil {
			t.Errorf("ParseCount(%q) = %d, want an error", in, got)
		}
	}
	for _, in := range []string{"2G", "2k", "2Gi", "2gib", "B", "1.5B", "20000000TiB"} {
		if got, err := ParseBytes(in); err == nil {
			t.Errorf("ParseBytes(%q) = %d, want an error", in, got)
		}
	}
}

func FuzzParseQuantity(f *testing.F) {
	for _, seed := range []string{"0", "60000", "60_000", "60k", "1.5M", "2GiB", "-1", "1e9", "0.0000001T", "18446744073709551615"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		for _, parse := range []func(string) (uint64, error){ParseCount, ParseBytes} {
			got, err := parse(in)
			if err != nil {
				continue
			}
			again, err := parse(strconv.FormatUint(got, 10))
			if err != nil || again != got {
				t.Errorf("%q is %d, which is read as %d, %v", in, got, again, err)
			}
			if plain, err := strconv.ParseUint(in, 10, 64); err == nil && plain != got {
				t.Errorf("%q is read as %d, want %d", in, got, plain)
			}
		}
	})
}

func TestDurationsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]time.Duration{"90s": 90 * time.Second, "1h30m": 90 * time.Minute, "5 min": 5 * time.Minute, "300 s": 5 * time.Minute, "2 hours": 2 * time.Hour, "1.5 ms": 1500 * time.Microsecond} {
		if d, err := ParseDuration(text); err != nil || d != want {
			t.Errorf("%q is %v, %v, want %v", text, d, err, want)
		}
	}
	for _, text := range []string{"300", "3 MB", "-5 min", "1e300 s", "", "5 x"} {
		if d, err := ParseDuration(text); err == nil {
			t.Errorf("%q is %v, want an error", text, d)
		}
	}
}
