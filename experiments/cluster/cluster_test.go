package cluster

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
)

func TestAnEngineIsReadAsItIsWritten(t *testing.T) {
	for _, on := range []string{"slurm", "ssh:a", "ssh:a,b", "local"} {
		e, err := Parse(on)
		if err != nil || e.String() != on {
			t.Errorf("%s: %v, %v", on, e, err)
		}
	}
	for on, want := range map[string]string{
		"moon":    `"moon" is not a place to run (want slurm, ssh:HOST,… or local)`,
		"slurm:x": "is not a place to run",
		"ssh":     `"ssh:" does not name hosts (want ssh:HOST,HOST)`,
		"ssh:a,,": "does not name hosts",
		"ssh:-oX": "does not name hosts",
	} {
		_, err := Parse(on)
		wantError(t, err, want)
	}
}

func TestShardsTakeSomeMinutesEach(t *testing.T) {
	for name, test := range map[string]struct {
		on    string
		state experiments.State
		most  int
		want  int
	}{
		"trials that tell nothing":   {"slurm", experiments.State{Missing: 901, Left: -1}, 1000, 10},
		"trials that tell":           {"slurm", experiments.State{Missing: 10, Left: 20 * shardTime}, 1000, 20},
		"a shard for each host":      {"ssh:a,b,c", experiments.State{Missing: 1, Left: -1}, 1000, 3},
		"no more than there may be":  {"slurm", experiments.State{Missing: 10, Left: 20 * shardTime}, 5, 5},
		"at least one":               {"slurm", experiments.State{}, 1000, 1},
		"no more than there are":     {"local", experiments.State{Missing: 1}, 1, 1},
		"failed trials run again":    {"slurm", experiments.State{Failed: 101, Left: -1}, 1000, 2},
		"hosts, but fewer shards ok": {"ssh:a,b,c", experiments.State{Missing: 1}, 2, 2},
	} {
		e, err := Parse(test.on)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Shards(test.state, test.most); got != test.want {
			t.Errorf("%s: %d shards, want %d", name, got, test.want)
		}
	}
}
