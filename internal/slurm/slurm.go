// Package slurm talks to Slurm by its commands: sbatch, squeue, sacct, sinfo and scontrol.
//
// Each is given half a minute. The formats are those of Slurm 22.05, which later versions
// keep.
package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

const patience = 30 * time.Second

// call runs a command and returns what it prints. The error says what it complains of.
func call(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch said := strings.Join(strings.Fields(stderr.String()), " "); {
	case err == nil:
		return stdout.String(), nil
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("%s: there is no such command here: run this on a machine with Slurm", name)
	case ctx.Err() != nil && said == "":
		return "", fmt.Errorf("%s: no answer within %v: %w", name, patience, ctx.Err())
	case said != "":
		return "", fmt.Errorf("%s: %s", name, said)
	}
	return "", fmt.Errorf("%s: %w", name, err)
}

// MaxTask returns the highest index that a task of an array may have.
func MaxTask(ctx context.Context) (int, error) {
	out, err := call(ctx, "scontrol", "show", "config")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(out) {
		if key, value, _ := strings.Cut(line, "="); strings.TrimSpace(key) == "MaxArraySize" {
			n, err := strconv.Atoi(strings.TrimSpace(value))
			if err == nil && n > 1 {
				return n - 1, nil
			}
			return 0, fmt.Errorf("scontrol: job arrays are switched off here (MaxArraySize = %s)", strings.TrimSpace(value))
		}
	}
	return 0, errors.New("scontrol: show config says nothing of MaxArraySize")
}

// Submit submits a script with the options of sbatch and returns the number of the job.
func Submit(ctx context.Context, script string, options ...string) (job string, err error) {
	out, err := call(ctx, "sbatch", append(options, "--parsable", script)...)
	if err != nil {
		return "", err
	}
	job, _, _ = strings.Cut(strings.TrimSpace(out), ";") // the name of the cluster
	if _, err := strconv.Atoi(job); err != nil {
		return "", fmt.Errorf("sbatch: it printed %q (want the number of a job)", out)
	}
	return job, nil
}

// rows splits what a command printed into lines of n fields.
func rows(name, out string, n int) (rows [][]string, err error) {
	for line := range strings.Lines(out) {
		f := strings.SplitN(strings.TrimRight(line, "\n"), "|", n)
		if len(f) < n {
			return nil, fmt.Errorf("%s: it printed %q (want %d fields)", name, line, n)
		}
		rows = append(rows, f)
	}
	return rows, nil
}

// Node is a node that takes no tasks.
type Node struct {
	Name   string `json:"name"`
	State  string `json:"state"` // as in "drained"
	Reason string `json:"reason"`
}

// Drained reports whether the node waits for somebody to resume it.
func (n Node) Drained() bool { return strings.Contains(n.State, "drain") }

// Unfit returns the nodes that are down or drained, by their names.
func Unfit(ctx context.Context) ([]Node, error) {
	out, err := call(ctx, "sinfo", "--noheader", "--Node", "--format=%N|%T|%E")
	if err != nil {
		return nil, err
	}
	lines, err := rows("sinfo", out, 3)
	var nodes []Node
	for _, f := range lines {
		n := Node{f[0], strings.TrimRight(f[1], "*~#!%$@^-"), f[2]}
		if (strings.Contains(n.State, "drain") || strings.Contains(n.State, "down")) && !slices.Contains(nodes, n) { // once a partition
			nodes = append(nodes, n)
		}
	}
	return nodes, err
}

// Array writes indices, which must be sorted, as sbatch takes them: "2,5,9-12".
func Array(indices []int) string {
	var b strings.Builder
	for i := 0; i < len(indices); {
		k := i
		for k+1 < len(indices) && indices[k+1] == indices[k]+1 {
			k++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, indices[i])
		if k > i {
			fmt.Fprintf(&b, "-%d", indices[k])
		}
		i = k + 1
	}
	return b.String()
}
