package slurm

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// fake puts a command into PATH that prints out, or complains and fails.
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

func TestTasksAreThoseThatHaveNotEnded(t *testing.T) {
	fake(t, "squeue", "7|12|PENDING||launch failed requeued held\n7|3|RUNNING|n1|None\n8|4|PENDING||Resources", "")
	got, err := Tasks(t.Context(), "7", "8")
	want := []Task{
		{"7", 3, "RUNNING", "n1", "None"},
		{"8", 4, "PENDING", "", "Resources"},
		{"7", 12, "PENDING", "", "launch failed requeued held"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, %v; want %+v", got, err, want)
	}
	if got[0].Held() || got[1].Held() || !got[2].Held() || got[2].ID() != "7_12" {
		t.Errorf("held: %t %t %t of %s; want only the last, 7_12", got[0].Held(), got[1].Held(), got[2].Held(), got[2].ID())
	}
	fake(t, "squeue", "", "slurm_load_jobs error: Invalid job id specified")
	if got, err := Tasks(t.Context(), "7"); err != nil || got != nil {
		t.Errorf("a job that is forgotten: %v, %v; want no task", got, err)
	}
	fake(t, "squeue", "", "slurm_load_jobs error: Unable to contact slurm controller")
	_, err = Tasks(t.Context(), "7")
	wantError(t, err, "squeue: slurm_load_jobs error: Unable to contact")
	fake(t, "squeue", "something else", "")
	_, err = Tasks(t.Context(), "7")
	wantError(t, err, "want five fields")
	fake(t, "squeue", "7|N/A|RUNNING|n1|None", "")
	_, err = Tasks(t.Context(), "7")
	wantError(t, err, "want the index of a task")
}

func TestNodesThatTakeNoTasks(t *testing.T) {
	fake(t, "sinfo", "n1|idle|none\nn2|drained*|Duplicate jobid\nn2|drained*|Duplicate jobid\nn3|down*|Not responding\nn4|mixed|none", "")
	got, err := Unfit(t.Context())
	want := []Node{{"n2", "drained", "Duplicate jobid"}, {"n3", "down", "Not responding"}}
	if err != nil || !reflect.DeepEqual(got, want) || !got[0].Drained() || got[1].Drained() {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

func TestTheHighestTaskIsThatOfTheConfiguration(t *testing.T) {
	fake(t, "scontrol", "Configuration data\nMaxArraySize            = 1001\nMaxJobCount = 10000", "")
	if n, err := MaxTask(t.Context()); n != 1000 || err != nil {
		t.Errorf("%d, %v; want 1000", n, err)
	}
	fake(t, "scontrol", "MaxArraySize = 0", "")
	_, err := MaxTask(t.Context())
	wantError(t, err, "switched off")
	fake(t, "scontrol", "nothing", "")
	_, err = MaxTask(t.Context())
	wantError(t, err, "MaxArraySize")
}

func TestSubmitReturnsTheJob(t *testing.T) {
	fake(t, "sbatch", "17;lab", "")
	if job, err := Submit(t.Context(), "job.sh", "--array=1"); job != "17" || err != nil {
		t.Errorf("%q, %v; want 17", job, err)
	}
	fake(t, "sbatch", "Submitted", "")
	_, err := Submit(t.Context(), "job.sh")
	wantError(t, err, "want the number of a job")
	fake(t, "sbatch", "", "sbatch: error: invalid partition specified: x")
	_, err = Submit(t.Context(), "job.sh")
	wantError(t, err, "invalid partition specified: x")
	t.Setenv("PATH", t.TempDir())
	_, err = Submit(t.Context(), "job.sh")
	wantError(t, err, "no such command here")
}

func TestArray(t *testing.T) {
	for want, indices := range map[string][]int{"": nil, "4": {4}, "1-3": {1, 2, 3}, "2,5,9-12": {2, 5, 9, 10, 11, 12}, "1-2,4": {1, 2, 4}} {
		if got := Array(indices); got != want {
			t.Errorf("%v: %q, want %q", indices, got, want)
		}
	}
}
