//go:build unix

package keep

import (
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
)

type row struct {
	name, instance string
	n              int
}

// cpu reports the processor time of what follows: that of a busy machine says more than the time.
func cpu(b *testing.B) func() {
	used := func() int64 {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		return u.Utime.Nano() + u.Stime.Nano()
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N)/1e6, "cpu-ms/op") }
}

// BenchmarkKeep saves and loads what notebooks have.
func BenchmarkKeep(b *testing.B) {
	var nothing int
	floats := make([]float64, 1e6)
	rows := make([]row, 1e6)
	mixed := make([]*row, 1e5)
	byNumber, byName := map[int]float64{}, map[string]int{}
	for i := range floats {
		floats[i] = rand.Float64()
		rows[i] = row{fmt.Sprint("name", i), fmt.Sprint("instance-", i%1000), i}
	}
	for i := range 100_000 {
		byNumber[i*7], byName[fmt.Sprint("key", i)] = rand.Float64(), i
		mixed[i] = &rows[rand.IntN(len(rows))]
	}
	anything := make([]any, 1e5)
	for i := range anything {
		anything[i] = i
	}
	for _, c := range []Var{{"nothing", &nothing}, {"floats", &floats}, {"rows", &rows}, {"pointers", &mixed}, {"numbers", &byNumber}, {"names", &byName}, {"any", &anything}} {
		p := Begin([]Var{c}, nil, nil)
		dir, n, path := b.TempDir(), 0, ""
		fresh := func() string { n++; d := fmt.Sprint(dir, "/", n); _ = os.Mkdir(d, 0o700); return d }
		b.Run("save="+c.Name, func(b *testing.B) {
			defer cpu(b)()
			for b.Loop() {
				units, err := p.Save(fresh(), []string{c.Name})
				if err != nil || units[0].Why != "" {
					b.Fatal(units, err)
				}
				path = units[0].Path
			}
		})
		b.Run("load="+c.Name, func(b *testing.B) {
			defer cpu(b)()
			for b.Loop() {
				if err := p.Load(path, c.Name); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("read="+c.Name, func(b *testing.B) { // what a cell takes that changes nothing
			defer cpu(b)()
			for b.Loop() {
				err := p.Load(path, c.Name)
				units, failed := p.Save(fresh(), []string{c.Name})
				if err != nil || failed != nil || units[0].Changed {
					b.Fatal(units, err, failed)
				}
			}
		})
	}
}
