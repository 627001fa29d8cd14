package cluster

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// slurm queues the shards as the tasks of an array job, and does not wait for them. It calls
// sbatch, squeue, sacct, sinfo and scontrol, each with a time limit of half a minute. It expects
// the output formats of Slurm 22.05, which later versions have not changed.
type slurm struct{ options []string } // options of sbatch

var slurmKind = Kind{
	Name: "slurm", Title: "Slurm", Form: "slurm",
	Doc: `--on slurm submits an array job with one task per shard, and prints the job
ID. If the node of a task dies, Slurm starts the task again. A task has one CPU,
or as many as --sbatch --cpus-per-task=N requests. If you set an option twice,
the last value counts.`,
	Option: "sbatch", Usage: "pass these `OPTIONS` to sbatch, quoted as in a shell; you can repeat this flag",
	make: func(_ string, options []string) (Engine, error) { return slurm{options}, nil },
}

func (slurm) String() string { return "slurm" }

func (slurm) Variables() string {
	return `shard=${1-$SLURM_ARRAY_TASK_ID} workers=${2-${SLURM_CPUS_PER_TASK:-1}} node=${SLURMD_NODENAME-$(uname -n)}
task=${SLURM_ARRAY_JOB_ID+${SLURM_ARRAY_JOB_ID}_}$shard`
}

func (slurm) Cancel(job string) string { return "scancel " + job }

func (slurm) Shards(s experiments.State, most int) int { return portions(s, 1, most) }

// Submit submits the shards as one array job.
func (e slurm) Submit(ctx context.Context, s *Submission, shards []int, _ func(Event)) (int, error) {
	options := append([]string{
		"--job-name=puzzlelab-" + s.Study, "--array=" + array(shards), "--requeue", "--open-mode=append",
		"--output=" + strings.ReplaceAll(s.output(), "%", "%%") + "/%a.out",
	}, e.options...)
	job, err := sbatch(ctx, s.script, options...)
	if err != nil {
		for _, why := range explain(e, Task{Output: err.Error()}) {
			return 0, hint.Errorf(why.Remedy, "%s: %w", why.Cause, err)
		}
		return 0, err
	}
	s.Queue, s.Jobs = s.On, append(s.Jobs, job)
	return 0, s.save()
}

// Tasks gets the tasks from Slurm's controller, which forgets a task a few minutes (MinJobAge)
// after its end.
func (slurm) Tasks(ctx context.Context, jobs ...string) ([]Task, error) {
	out, err := call(ctx, "squeue", "--noheader", "--array", "--states=all", "--jobs="+strings.Join(jobs, ","),
		"--Format=ArrayJobID:_,ArrayTaskID:|,State:|,NodeList:|,exit_code:|,TimeLimit:|,Reason:||")
	if err != nil && strings.Contains(err.Error(), "Invalid job id") { // the controller has forgotten it
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse("squeue", out)
}

// Account adds the tasks that the command sacct reports. It adds nothing if sacct does not answer,
// usually because Slurm keeps no accounting records.
func (slurm) Account(ctx context.Context, tasks []Task, jobs ...string) []Task {
	out, _ := call(ctx, "sacct", "--noheader", "--parsable2", "--units=K", "--jobs="+strings.Join(jobs, ","),
		"--format=JobID,State,NodeList,ExitCode,Timelimit,Reason,ReqMem,MaxRSS")
	accounts, _ := parse("sacct", out)
	return sorted(append(tasks, slices.DeleteFunc(accounts, func(t Task) bool { return !t.Ended() })...))
}

// parse reads the output of squeue and sacct in the formats above. The line of a task is followed
// by the lines of its steps, such as 17_4.batch, which give the memory used.
func parse(name, out string) (tasks []Task, err error) {
	lines, err := rows(name, out, 8)
	for _, f := range lines {
		t := Task{State: f[1], Node: f[2], Exit: f[3], Limit: f[4], Reason: strings.TrimPrefix(f[5], "None")}
		var step bool
		t.ID, _, step = strings.Cut(f[0], ".")
		_, index, _ := strings.Cut(t.ID, "_")
		t.Index, _ = strconv.Atoi(index)
		_, _ = fmt.Sscan(f[6], &t.Memory) // stops at the K
		_, _ = fmt.Sscan(f[7], &t.Peak)
		if status, err := strconv.Atoi(t.Exit); err == nil { // as wait(2) returns it
			t.Exit = fmt.Sprintf("%d:%d", status>>8, status&0x7f)
		}
		if t.State == "REQUEUE_HOLD" || t.State == "SPECIAL_EXIT" || !t.Ended() && strings.Contains(strings.ToLower(t.Reason), "held") {
			t.State = "HELD"
		}
		if last := len(tasks) - 1; step && last >= 0 && tasks[last].ID == t.ID {
			tasks[last].Peak = max(tasks[last].Peak, t.Peak)
		} else if !step && t.Index > 0 { // skips waiting tasks such as 17_[2-9]
			tasks = append(tasks, t)
		}
	}
	return sorted(tasks), err
}

// sorted sorts tasks by index, and within an index by job number.
func sorted(tasks []Task) []Task {
	slices.SortStableFunc(tasks, func(a, b Task) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return tasks
}

// patience is the time limit for a Slurm command.
const patience = 30 * time.Second

// call runs a command and returns its output. If the command fails, the error includes its error
// output.
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
		return "", fmt.Errorf("%s: this machine does not have this command: repeat it on a machine with Slurm", name)
	case ctx.Err() != nil && said == "":
		return "", fmt.Errorf("%s: no answer within %v: %w", name, patience, ctx.Err())
	case said != "":
		return "", fmt.Errorf("%s: %s", name, said)
	}
	return "", fmt.Errorf("%s: %w", name, err)
}

// Most returns the highest index that a task of an array job may have, which is also the largest
// number of shards.
func (slurm) Most(ctx context.Context) (int, error) {
	out, err := call(ctx, "scontrol", "show", "config")
	if err != nil {
		return 0, err
	}
	size := arraySize().FindStringSubmatch(out)
	if size == nil {
		return 0, errors.New("scontrol: the output of show config does not contain MaxArraySize")
	}
	if n, err := strconv.Atoi(size[1]); err == nil && n > 1 {
		return n - 1, nil
	}
	return 0, fmt.Errorf("scontrol: job arrays are disabled on this cluster (MaxArraySize = %s)", size[1])
}

var arraySize = lazy.Regexp(`(?m)^MaxArraySize\s*=\s*(.*?)\s*$`)

// sbatch submits a script with options and returns the number of the new job.
func sbatch(ctx context.Context, script string, options ...string) (job string, err error) {
	out, err := call(ctx, "sbatch", append(options, "--parsable", script)...)
	if err != nil {
		return "", err
	}
	job, _, _ = strings.Cut(strings.TrimSpace(out), ";") // the rest is the name of the cluster
	if _, err := strconv.Atoi(job); err != nil {
		return "", fmt.Errorf("sbatch: it printed %q (want the number of a job)", out)
	}
	return job, nil
}

// rows splits the output of a command into lines of n fields.
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

// Unfit returns the nodes that are down or drained, sorted by name.
func (slurm) Unfit(ctx context.Context) ([]Node, error) {
	out, err := call(ctx, "sinfo", "--noheader", "--Node", "--format=%N|%T|%E")
	if err != nil {
		return nil, err
	}
	lines, err := rows("sinfo", out, 3)
	var nodes []Node
	for _, f := range lines {
		n := Node{Name: f[0], State: strings.TrimRight(f[1], "*~#!%$@^-"), Reason: f[2]}
		drained := strings.Contains(n.State, "drain")
		if drained {
			n.Remedy = "scontrol update NodeName=" + n.Name + " State=RESUME lets the node take tasks again, if it is sound"
		}
		if (drained || strings.Contains(n.State, "down")) && !slices.Contains(nodes, n) { // sinfo lists a node once for each partition
			nodes = append(nodes, n)
		}
	}
	return nodes, err
}

// array writes sorted indices in sbatch's notation: "2,5,9-12".
func array(indices []int) string {
	var b strings.Builder
	for i, n := range indices {
		follows, goesOn := i > 0 && indices[i-1] == n-1, i+1 < len(indices) && indices[i+1] == n+1
		switch {
		case !follows:
			fmt.Fprintf(&b, ",%d", n)
		case !goesOn:
			fmt.Fprintf(&b, "-%d", n)
		}
	}
	return strings.TrimPrefix(b.String(), ",")
}

// signs lists patterns in the order in which they are tried. A pattern is matched against a line
// with the state, reason and exit status of a task, followed by the task's output. The first match
// explains what happened to the task. Reasons come from squeue. The signs also explain the message
// that sbatch prints when it refuses a job.
var signs = []struct {
	sign                  func() *regexp.Regexp
	cause, remedy, option string
}{
	{re("^HELD"), "held{reason}", "scontrol release {tasks} lets held tasks run", ""},
	{re("^PENDING PartitionTimeLimit|Requested time limit is invalid"), "asking for more time than the partition allows", "{first}submit with another --sbatch --time=TIME or --partition=NAME (sinfo -o '%P %l' shows the time that each allows)", ""},
	{re(`^PENDING (QOS|Assoc)\w*(Wall|Time)`), "asking for more time than the QOS or account allows", "{first}submit with another --sbatch --time=TIME or --qos=NAME (sacctmgr show qos format=name,maxwall shows the time that each allows)", ""},
	{re("(Max|Grp)SubmitJob"), "more jobs than the QOS or account allows, each shard being one", "submit with fewer --tasks, or when other jobs have ended", ""},
	{re(`^PENDING (QOS|Assoc)\w*Minutes`), "the QOS or account has used up its CPU time", "{first}submit with another --sbatch --account=NAME or --qos=NAME, or wait until it is renewed", ""},
	{re(`^PENDING (QOS|Assoc|Max)\w*(PerJob|PerNode|NotSatisfied)`), "asking for more than the QOS or account allows a task", "{first}submit with another --sbatch --cpus-per-task=N or --mem=SIZE (sacctmgr show qos shows the limits)", ""},
	{re("^PENDING (QOS|Assoc|Max)"), "waiting for other jobs of the QOS or account to end{reason}", "", ""},
	{re("Invalid ?(Account|QOS|account|qos)|(Account|QOS)NotAllowed"), "an account or QOS that the user or the partition does not have", "{first}submit with another --sbatch --account=NAME, --qos=NAME or --partition=NAME (sacctmgr show associations user=$USER shows yours)", ""},
	{re("^PENDING (BadConstraints|Partition(NodeLimit|Config))|node configuration is not available"), "asking for what no node of the partition has", "{first}submit with other --sbatch options (sinfo -o '%P %c %m %f' shows CPUs, memory and features of nodes)", ""},
	{re("^OUT_OF_MEMORY|exceeded memory limit|oom.kill"), "out of memory", "a task had {memory} of memory and used {peak}: submit with --sbatch {more}", "{more}"},
	{re("^TIMEOUT|DUE TO TIME LIMIT"), "out of time (limit {limit})", "what finished is stored: submit again, with a longer --sbatch --time=TIME or with more --tasks", ""},
	{re("^(NODE|BOOT)_FAIL|DUE TO NODE FAILURE"), "the node failed", "submit again", ""},
	{re("^PREEMPTED|DUE TO PREEMPTION"), "preempted by another job", "submit again; another --sbatch --partition=NAME or --qos=NAME may be preempted less", ""},
	{re("^CANCELLED|CANCELLED AT"), "{state}", "submit again, if that was a mistake", ""},
	{re("^FAILED .*([0-9]:53|78:0)\n|does not see the results folder"), "{node} does not see the results folder, or may not write to it", "share the folder with {node}, or leave that node out: --sbatch --exclude={node}", ""},
	{re("^FAILED .*12[67]:0\n"), "{node} cannot start the program", "build puzzlelab with CGO_ENABLED=0 for the processor of {node}, and submit again", ""},
	{re("puzzlelab: error: "), "{error}", "", ""},
	{re("^(FAILED|DEADLINE)"), "{state}, exit status and signal {exit}", "", ""},
	{re("^[A-Z]"), "{state}{reason}", "", ""},
}

var (
	re        = lazy.Regexp
	exceeded  = re(`exceeded memory limit \(([0-9]+) > ([0-9]+)\)`)
	lastError = re(`(?s)^(.*puzzlelab: error: )?([^\n\pC]{0,300}).*`)
)

// explain groups tasks by the reason why they ended or do not start, or by state if no reason is
// known. A group's memory figures come from the task that used the most.
func explain(by Engine, tasks ...Task) (found []Finding) {
	for i := range tasks {
		t := &tasks[i]
		if m := exceeded().FindStringSubmatch(t.Output); m != nil { // in bytes
			t.Peak, _ = strconv.ParseUint(m[1], 10, 64)
			t.Memory, _ = strconv.ParseUint(m[2], 10, 64)
			t.Peak, t.Memory = t.Peak>>10, t.Memory>>10
		}
	}
	slices.SortStableFunc(tasks, func(a, b Task) int { return cmp.Compare(b.Peak, a.Peak) })
	for _, t := range tasks {
		told := fmt.Sprintf("%s %s %s\n%s", t.State, t.Reason, t.Exit, t.Output)
		for _, s := range signs {
			if !s.sign().MatchString(told) {
				continue
			}
			first := ""
			if t.State == "PENDING" {
				first = by.Cancel(t.Job()) + " and "
			}
			fill := strings.NewReplacer(
				"{first}", first, "{node}", cmp.Or(t.Node, "the node"), "{exit}", t.Exit, "{limit}", cmp.Or(t.Limit, "unknown"),
				"{state}", strings.ToLower(strings.Replace(t.State, " by ", " by user ", 1)), "{reason}", strings.TrimSuffix(", "+t.Reason, ", "),
				"{memory}", mebibytes(t.Memory, "?"), "{peak}", mebibytes(t.Peak, "?"), "{more}", "--mem="+mebibytes(2*max(t.Memory, t.Peak), "SIZE"),
				"{error}", lastError().ReplaceAllString(t.Output, "$2"),
			)
			cause := fill.Replace(s.cause)
			i := slices.IndexFunc(found, func(f Finding) bool { return f.Cause == cause })
			if i < 0 {
				i = len(found)
				found = append(found, Finding{Cause: cause, Remedy: fill.Replace(s.remedy), Option: fill.Replace(s.option)})
			}
			found[i].Tasks = append(found[i].Tasks, strings.TrimSuffix(t.ID+" on "+t.Node, " on "))
			break
		}
	}
	for i, f := range found {
		found[i].Remedy = strings.ReplaceAll(f.Remedy, "{tasks}", strings.Join(f.Tasks, ","))
	}
	return found
}

// mebibytes writes a number of KiB as a value for --mem.
func mebibytes(kib uint64, unknown string) string {
	if kib == 0 {
		return unknown
	}
	return fmt.Sprintf("%dM", (kib+1023)>>10)
}
