//go:build unix

package kernel

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

// BenchmarkCells runs cells of three kinds by this kernel and by GoNB in turn, so that
// what else the machine does slows down both. It reports medians in milliseconds, and
// how long either takes to answer first:
//
//	go test ./notebooks/kernel -run '^$' -bench Cells -benchtime 20x
func BenchmarkCells(b *testing.B) {
	spec, err := install.Command(b.Context(), "", install.Headless, b.Output())
	if err != nil {
		b.Skip(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		b.Fatal(err)
	}
	commands := map[string]Command{
		"ours": {Argv: []string{os.Args[0], "kernel", "{connection_file}"}, Dir: dir},
		"gonb": {Argv: spec.Argv, Env: spec.Env, Dir: dir},
	}
	clients := map[string]client{}
	took := map[string][]time.Duration{}
	for name, command := range commands {
		for range 5 {
			begin := time.Now()
			k, err := Start(b.Context(), command)
			if err != nil {
				b.Fatal(err)
			}
			took["ready/"+name] = append(took["ready/"+name], time.Since(begin))
			if old, ok := clients[name]; ok {
				old.Close()
			}
			clients[name] = client{k, b}
		}
		defer clients[name].Close()
	}
	kinds := map[string]string{
		"declaration": "func twice%d(x int) int { return 2 * x }",
		"print":       "%%%%\nfmt.Println(\"round\", %d)",
		"show":        "%%%%\ndisplay.Show(plots.Histogram(\"h%d\", \"Title\", plots.HistogramOptions{}, []plots.Counts{{Name: \"a\", Counts: []float64{1, 3, 2}}}))",
	}
	run := func(name, code string) time.Duration {
		c := clients[name]
		begin := time.Now()
		id, err := c.Execute(code, ExecuteOptions{StoreHistory: true})
		if err != nil {
			b.Fatal(err)
		}
		if h := c.await(id, nil); h.reply["status"] != "ok" {
			b.Fatalf("%s: %s: %q", name, code, h.rest)
		}
		return time.Since(begin)
	}
	for name := range clients {
		run(name, "%noautoget")
		run(name, "import (\n\t\"github.com/puzzlelab/puzzlelab/notebooks/display\"\n\t\"github.com/puzzlelab/puzzlelab/plots\"\n)")
		for _, code := range kinds {
			run(name, fmt.Sprintf(code, 0))
		}
	}
	round := 0
	for b.Loop() {
		round++
		for kind, code := range kinds {
			for name := range clients {
				took[kind+"/"+name] = append(took[kind+"/"+name], run(name, fmt.Sprintf(code, round)))
			}
		}
	}
	for name, list := range took {
		slices.Sort(list)
		b.ReportMetric(list[len(list)/2].Seconds()*1000, "ms-"+strings.ReplaceAll(name, "/", "-"))
	}
}
