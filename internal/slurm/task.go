package slurm

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Task is a task of an array.
type Task struct {
	ID     string `json:"id"` // in commands of Slurm: 17_4
	Index  int    `json:"-"`
	State  string `json:"state"`  // as in PENDING or "CANCELLED by 1000"; HELD if it waits for somebody to release it
	Node   string `json:"node"`   // that it runs or ran on, "" for none
	Reason string `json:"reason"` // why it is pending or failed
	Exit   string `json:"-"`      // STATUS:SIGNAL
	Limit  string `json:"-"`      // on its time
	Memory uint64 `json:"-"`      // KiB that it may use, 0 if that is not known
	Peak   uint64 `json:"-"`      // KiB that it used, 0 if that is not known
	Output string `json:"-"`      // what it printed, as far as the caller knows
}

var ended = regexp.MustCompile("^(BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|NODE_FAIL|OUT_OF_MEMORY|PREEMPTED|TIMEOUT)")

// Job returns the number of its job.
func (t Task) Job() string { return strings.Split(t.ID, "_")[0] }

// Ended reports whether the task has ended for good.
func (t Task) Ended() bool { return ended.MatchString(t.State) }

// Tasks returns the tasks of jobs that the controller knows, by their index, those of the
// newest job last. It forgets tasks some minutes (MinJobAge) after they have ended.
func Tasks(ctx context.Context, jobs ...string) ([]Task, error) {
	if len(jobs) == 0 {
		return nil, nil
	}
	out, err := call(ctx, "squeue", "--noheader", "--array", "--states=all", "--jobs="+strings.Join(jobs, ","),
		"--Format=ArrayJobID:_,ArrayTaskID:|,State:|,NodeList:|,exit_code:|,TimeLimit:|,Reason:||")
	if err != nil && strings.Contains(err.Error(), "Invalid job id") { // it has been forgotten
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse("squeue", out)
}

// Account adds to tasks what the accounting knows of those of the jobs that have ended,
// each behind what is there of it: nothing, if it does not answer. Most often that is because
// Slurm keeps no accounts.
func Account(ctx context.Context, tasks []Task, jobs ...string) []Task {
	out, _ := call(ctx, "sacct", "--noheader", "--parsable2", "--units=K", "--jobs="+strings.Join(jobs, ","),
		"--format=JobID,State,NodeList,ExitCode,Timelimit,Reason,ReqMem,MaxRSS")
	accounts, _ := parse("sacct", out)
	return sorted(append(tasks, slices.DeleteFunc(accounts, func(t Task) bool { return !t.Ended() })...))
}

// parse reads what squeue and sacct print in the formats above. Lines of a task's steps, such
// as 17_4.batch, follow that of the task, and have the memory that it used.
func parse(name, out string) (tasks []Task, err error) {
	lines, err := rows(name, out, 8)
	for _, f := range lines {
		t := Task{State: f[1], Node: f[2], Exit: f[3], Limit: f[4], Reason: strings.TrimPrefix(f[5], "None")}
		var step bool
		t.ID, _, step = strings.Cut(f[0], ".")
		_, index, _ := strings.Cut(t.ID, "_")
		t.Index, _ = strconv.Atoi(index)
		_, _ = fmt.Sscan(f[6], &t.Memory) // up to its K
		_, _ = fmt.Sscan(f[7], &t.Peak)
		if status, err := strconv.Atoi(t.Exit); err == nil { // as wait(2) returns it
			t.Exit = fmt.Sprintf("%d:%d", status>>8, status&0x7f)
		}
		if t.State == "REQUEUE_HOLD" || t.State == "SPECIAL_EXIT" || !t.Ended() && strings.Contains(strings.ToLower(t.Reason), "held") {
			t.State = "HELD"
		}
		if last := len(tasks) - 1; step && last >= 0 && tasks[last].ID == t.ID {
			tasks[last].Peak = max(tasks[last].Peak, t.Peak)
		} else if !step && t.Index > 0 { // 17_[2-9] wait
			tasks = append(tasks, t)
		}
	}
	return sorted(tasks), err
}

// sorted sorts tasks by their index, and then by the number of their job.
func sorted(tasks []Task) []Task {
	slices.SortStableFunc(tasks, func(a, b Task) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return tasks
}
