package slurm

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Finding says of some tasks why they ended or do not start, else their state.
type Finding struct {
	Cause  string   `json:"cause"`            // in a few words
	Remedy string   `json:"remedy,omitempty"` // what somebody has to do
	Option string   `json:"option,omitempty"` // of sbatch that the next job needs
	Tasks  []string `json:"tasks"`            // as in "17_4 on n1"
}

// signs are compared, in this order, with a line of the state, reason and exit status of a
// task, followed by what it printed: the first that matches explains the task. Reasons are
// those of squeue. What sbatch says when it refuses a job is explained in the same way.
var signs = []struct {
	sign                  *regexp.Regexp
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
	re        = regexp.MustCompile
	exceeded  = re(`exceeded memory limit \(([0-9]+) > ([0-9]+)\)`)
	lastError = re(`(?s)^(.*puzzlelab: error: )?([^\n\pC]{0,300}).*`)
)

// Explain groups tasks by why they ended or do not start, else by their state. What it says
// of memory is of the one that used most.
func Explain(tasks ...Task) (found []Finding) {
	for i := range tasks {
		t := &tasks[i]
		if m := exceeded.FindStringSubmatch(t.Output); m != nil { // in bytes
			t.Peak, _ = strconv.ParseUint(m[1], 10, 64)
			t.Memory, _ = strconv.ParseUint(m[2], 10, 64)
			t.Peak, t.Memory = t.Peak>>10, t.Memory>>10
		}
	}
	slices.SortStableFunc(tasks, func(a, b Task) int { return cmp.Compare(b.Peak, a.Peak) })
	for _, t := range tasks {
		told := fmt.Sprintf("%s %s %s\n%s", t.State, t.Reason, t.Exit, t.Output)
		for _, s := range signs {
			if !s.sign.MatchString(told) {
				continue
			}
			first := ""
			if t.State == "PENDING" {
				first = "scancel " + t.Job() + " and "
			}
			fill := strings.NewReplacer(
				"{first}", first, "{job}", t.Job(), "{node}", cmp.Or(t.Node, "the node"), "{exit}", t.Exit, "{limit}", cmp.Or(t.Limit, "unknown"),
				"{state}", strings.ToLower(strings.Replace(t.State, " by ", " by user ", 1)), "{reason}", strings.TrimSuffix(", "+t.Reason, ", "),
				"{memory}", mebibytes(t.Memory, "?"), "{peak}", mebibytes(t.Peak, "?"), "{more}", "--mem="+mebibytes(2*max(t.Memory, t.Peak), "SIZE"),
				"{error}", lastError.ReplaceAllString(t.Output, "$2"),
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

// mebibytes writes KiB as --mem takes them.
func mebibytes(kib uint64, unknown string) string {
	if kib == 0 {
		return unknown
	}
	return fmt.Sprintf("%dM", (kib+1023)>>10)
}
