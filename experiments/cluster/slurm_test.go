package cluster

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// fake adds to PATH a command that prints out, or complains and fails.
func fake(t *testing.T, name, out, complaint string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	script := "#!/bin/sh\ncat <<'END'\n" + out + "\nEND\n"
	if complaint != "" {
		script = "#!/bin/sh\necho '" + complaint + "' >&2\nexit 1\n"
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
}

func wantError(t *testing.T, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want one that says %q", err, part)
	}
}

func TestTasksAreThoseThatTheQueueKnows(t *testing.T) {
	fake(t, "squeue", "17_12|PENDING||0|1:00|launch failed requeued held||\n17_3|RUNNING|n1|0|1:00|None||\n8_3|FAILED|n2|32512|1:00|NonZeroExitCode||\n8_4|PENDING||0|1:00|Resources||", "")
	got, err := slurm{}.Tasks(t.Context(), "17", "8")
	want := []Task{
		{ID: "8_3", Index: 3, State: "FAILED", Node: "n2", Reason: "NonZeroExitCode", Exit: "127:0", Limit: "1:00"},
		{ID: "17_3", Index: 3, State: "RUNNING", Node: "n1", Exit: "0:0", Limit: "1:00"},
		{ID: "8_4", Index: 4, State: "PENDING", Reason: "Resources", Exit: "0:0", Limit: "1:00"},
		{ID: "17_12", Index: 12, State: "HELD", Reason: "launch failed requeued held", Exit: "0:0", Limit: "1:00"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, %v; want %+v", got, err, want)
	}
	if !got[0].Ended() || got[1].Ended() || got[2].Ended() || got[3].Ended() || got[3].Job() != "17" {
		t.Errorf("%+v: want the first alone to have ended, the last to be of job 17", got)
	}
	fake(t, "squeue", "", "slurm_load_jobs error: Invalid job id specified")
	if got, err := (slurm{}).Tasks(t.Context(), "7"); err != nil || got != nil {
		t.Errorf("a job that is forgotten: %v, %v; want no task", got, err)
	}
	fake(t, "squeue", "", "slurm_load_jobs error: Unable to contact slurm controller")
	_, err = slurm{}.Tasks(t.Context(), "7")
	wantError(t, err, "squeue: slurm_load_jobs error: Unable to contact")
	fake(t, "squeue", "something else", "")
	_, err = slurm{}.Tasks(t.Context(), "7")
	wantError(t, err, "want 8 fields")
}

// The output comes from Slurm 22.05 with slurmdbd.
func TestAccountsTellWhatTheQueueForgot(t *testing.T) {
	fake(t, "sacct", `1_1|FAILED|n1|0:9|UNLIMITED|None|51200K|
1_1.batch|CANCELLED by 0|n1|0:9||||64480K
1_1.extern|COMPLETED|n1|0:0||||120K
1_[2-9]|PENDING|None assigned|0:0|00:05:00|None|1024000K|
1_3|RUNNING|n2|0:0|00:05:00|None|1024000K|
1_3.batch|RUNNING|n2|0:0||||
2_4|CANCELLED by 1000|n2|0:0|365-00:00:00|None|1024000K|
12|COMPLETED|n2|0:0|00:05:00|None|1024000K|
12.batch|COMPLETED|n2|0:0||||9K`, "")
	known := []Task{{ID: "1_1", Index: 1, State: "FAILED", Reason: "JobLaunchFailure"}, {ID: "1_3", Index: 3, State: "RUNNING"}}
	got := slurm{}.Account(t.Context(), known, "1", "2")
	want := []Task{
		known[0],
		{ID: "1_1", Index: 1, State: "FAILED", Exit: "0:9", Node: "n1", Limit: "UNLIMITED", Memory: 51200, Peak: 64480},
		known[1],
		{ID: "2_4", Index: 4, State: "CANCELLED by 1000", Exit: "0:0", Node: "n2", Limit: "365-00:00:00", Memory: 1024000},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v; want %+v", got, want)
	}
	fake(t, "sacct", "", "Slurm accounting storage is disabled")
	if got := (slurm{}).Account(t.Context(), known, "1"); !reflect.DeepEqual(got, known) {
		t.Errorf("without accounts: %+v", got)
	}
	t.Setenv("PATH", t.TempDir())
	if got := (slurm{}).Account(t.Context(), known, "1"); !reflect.DeepEqual(got, known) {
		t.Errorf("without sacct: %+v", got)
	}
}

// States, reasons and texts come from Slurm 22.05.
func TestEveryEndHasACauseAndARemedy(t *testing.T) {
	for name, test := range map[string]struct {
		task                  Task
		cause, remedy, option string
	}{
		"memory by accounts":  {Task{ID: "17_4", State: "OUT_OF_MEMORY", Exit: "0:125", Memory: 51200, Peak: 64480}, "out of memory", "a task had 50M of memory and used 63M: submit with --sbatch --mem=126M", "--mem=126M"},
		"memory by output":    {Task{State: "FAILED", Reason: "JobLaunchFailure", Exit: "0:9", Output: "slurmstepd-n1: error: StepId=1.batch exceeded memory limit (66027520 > 52428800), being killed\nslurmstepd-n1: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-26T10:19:42 ***"}, "out of memory", "a task had 50M of memory and used 63M: ", "--mem=126M"},
		"memory, amount lost": {Task{Output: "slurmstepd: error: Detected 1 oom_kill event in StepId=17.batch."}, "out of memory", "had ? of memory", "--mem=SIZE"},
		"time":                {Task{State: "TIMEOUT", Limit: "1:00"}, "out of time (limit 1:00)", "--time=TIME or with more --tasks", ""},
		"time by output":      {Task{Output: "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-26T10:19:42 DUE TO TIME LIMIT ***"}, "out of time (limit unknown)", "submit again", ""},
		"node":                {Task{State: "NODE_FAIL", Reason: "NodeDown"}, "the node failed", "submit again", ""},
		"preempted":           {Task{State: "PREEMPTED"}, "preempted by another job", "--qos=NAME may be preempted less", ""},
		"cancelled":           {Task{State: "CANCELLED by 1000"}, "cancelled by user 1000", "if that was a mistake", ""},
		"cannot open output":  {Task{ID: "17_4", State: "FAILED", Node: "n2", Reason: "JobLaunchFailure", Exit: "15:53"}, "n2 does not see the results folder, or may not write to it", "--sbatch --exclude=n2", ""},
		"another folder":      {Task{State: "FAILED", Node: "n2", Reason: "NonZeroExitCode", Exit: "78:0"}, "n2 does not see the results folder", "share the folder with n2", ""},
		"program":             {Task{State: "FAILED", Node: "n2", Reason: "NonZeroExitCode", Exit: "127:0", Output: "slurm_script: 9: exec: /x/puzzlelab: not found"}, "n2 cannot start the program", "CGO_ENABLED=0 for the processor of n2", ""},
		"error":               {Task{State: "FAILED", Exit: "1:0", Output: "puzzlelab: error: a\nputs\npuzzlelab: error: no space\x1b[31m left\nputs\n"}, "no space", "", ""},
		"nothing known":       {Task{State: "FAILED", Exit: "0:9"}, "failed, exit status and signal 0:9", "", ""},
		"partition":           {Task{ID: "17_4", State: "PENDING", Reason: "PartitionTimeLimit"}, "asking for more time than the partition allows", "scancel 17 and submit with another --sbatch --time=TIME or --partition", ""},
		"time of the QOS":     {Task{ID: "17_4", State: "PENDING", Reason: "QOSMaxWallDurationPerJobLimit"}, "than the QOS or account allows", "scancel 17 and submit with another --sbatch --time=TIME or --qos", ""},
		"size":                {Task{ID: "17_4", State: "PENDING", Reason: "AssocMaxCpuPerJobLimit"}, "more than the QOS or account allows a task", "scancel 17 and submit with another --sbatch --cpus-per-task", ""},
		"budget":              {Task{ID: "17_4", State: "PENDING", Reason: "AssocGrpCPUMinutesLimit"}, "has used up its CPU time", "or wait until it is renewed", ""},
		"jobs":                {Task{State: "PENDING", Reason: "AssocMaxJobsLimit"}, "waiting for other jobs of the QOS or account to end, AssocMaxJobsLimit", "", ""},
		"jobs of a user":      {Task{State: "PENDING", Reason: "QOSMaxCpuPerUserLimit"}, "waiting for other jobs", "", ""},
		"submitted":           {Task{Output: "sbatch: sbatch: error: AssocMaxSubmitJobLimit sbatch: error: Batch job submission failed: Job violates accounting/QOS policy"}, "more jobs than the QOS", "submit with fewer --tasks", ""},
		"submitted by QOS":    {Task{Output: "sbatch: error: QOSMaxSubmitJobPerUserLimit"}, "more jobs than the QOS", "submit with fewer --tasks", ""},
		"account":             {Task{Output: "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified"}, "does not have", "submit with another --sbatch --account", ""},
		"features":            {Task{ID: "17_4", State: "PENDING", Reason: "BadConstraints"}, "asking for what no node of the partition has", "scancel 17 and submit with other --sbatch options", ""},
		"held":                {Task{ID: "17_4", State: "HELD", Reason: "JobHeldUser"}, "held, JobHeldUser", "scontrol release 17_4 lets", ""},
		"waiting":             {Task{State: "PENDING", Reason: "Resources"}, "pending, Resources", "", ""},
		"running":             {Task{State: "RUNNING", Node: "n1"}, "running", "", ""},
	} {
		got := explain(slurm{}, test.task)
		if len(got) != 1 || !strings.Contains(got[0].Cause, test.cause) || !strings.Contains(got[0].Remedy, test.remedy) || (test.remedy == "") != (got[0].Remedy == "") || got[0].Option != test.option {
			t.Errorf("%s: %+v; want cause %q, remedy %q, option %q", name, got, test.cause, test.remedy, test.option)
		}
	}
	got := explain(slurm{},
		Task{ID: "17_1", Node: "n1", State: "OUT_OF_MEMORY", Memory: 20480, Peak: 30000}, Task{ID: "17_2", State: "TIMEOUT"},
		Task{ID: "17_3", Node: "n2", State: "OUT_OF_MEMORY", Memory: 20480, Peak: 40000}, Task{ID: "17_4"},
	)
	if len(got) != 2 || !reflect.DeepEqual(got[0].Tasks, []string{"17_3 on n2", "17_1 on n1"}) || got[0].Option != "--mem=79M" || len(got[1].Tasks) != 1 {
		t.Errorf("%+v: want two tasks out of memory, with the peak of the larger, one out of time, and nothing of one that is unknown", got)
	}
}

// Slurm's output is parsed without a panic, and a line with too few fields does not make a task.
func FuzzTasks(f *testing.F) {
	f.Add("17_12|PENDING||0|1:00|held||")
	f.Add("1_1|FAILED|n1|0:9|UNLIMITED|None|51200K|\n1_1.batch|CANCELLED by 0|n1|0:9||||64480K")
	f.Fuzz(func(t *testing.T, out string) {
		lines := strings.Count(out, "\n") + 1
		tasks, _ := parse("sacct", out)
		if found := explain(slurm{}, tasks...); len(tasks) > lines || len(found) > len(tasks) {
			t.Errorf("%d tasks and %d findings of %d lines %q", len(tasks), len(found), lines, out)
		}
	})
}

func TestNodesThatTakeNoTasks(t *testing.T) {
	fake(t, "sinfo", "n1|idle|none\nn2|drained*|Duplicate jobid\nn2|drained*|Duplicate jobid\nn3|down*|Not responding\nn4|mixed|none", "")
	got, err := slurm{}.Unfit(t.Context())
	want := []Node{
		{"n2", "drained", "Duplicate jobid", "scontrol update NodeName=n2 State=RESUME lets the node take tasks again, if it is sound"},
		{"n3", "down", "Not responding", ""},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

func TestTheHighestTaskIsThatOfTheConfiguration(t *testing.T) {
	fake(t, "scontrol", "Configuration data\nMaxArraySize            = 1001\nMaxJobCount = 10000", "")
	if n, err := (slurm{}).Most(t.Context()); n != 1000 || err != nil {
		t.Errorf("%d, %v; want 1000", n, err)
	}
	fake(t, "scontrol", "MaxArraySize = 0", "")
	_, err := slurm{}.Most(t.Context())
	wantError(t, err, "disabled")
	fake(t, "scontrol", "nothing", "")
	_, err = slurm{}.Most(t.Context())
	wantError(t, err, "MaxArraySize")
}

func TestSubmitReturnsTheJob(t *testing.T) {
	fake(t, "sbatch", "17;lab", "")
	if job, err := sbatch(t.Context(), "job.sh", "--array=1"); job != "17" || err != nil {
		t.Errorf("%q, %v; want 17", job, err)
	}
	fake(t, "sbatch", "Submitted", "")
	_, err := sbatch(t.Context(), "job.sh")
	wantError(t, err, "want the number of a job")
	fake(t, "sbatch", "", "sbatch: error: invalid partition specified: x")
	_, err = sbatch(t.Context(), "job.sh")
	wantError(t, err, "invalid partition specified: x")
	t.Setenv("PATH", t.TempDir())
	_, err = sbatch(t.Context(), "job.sh")
	wantError(t, err, "does not have this command")
}

func TestArray(t *testing.T) {
	for want, indices := range map[string][]int{"": nil, "4": {4}, "1-3": {1, 2, 3}, "2,5,9-12": {2, 5, 9, 10, 11, 12}, "1-2,4": {1, 2, 4}} {
		if got := array(indices); got != want {
			t.Errorf("%v: %q, want %q", indices, got, want)
		}
	}
}
