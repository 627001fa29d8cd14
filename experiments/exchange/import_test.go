package exchange

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// imported reads a file of testdata in the format that it looks like.
func imported(t *testing.T, name string) ([]trial.Trial, Import) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	format, err := Detect(data[:min(len(data), 4096)])
	if err != nil {
		t.Fatal(err)
	}
	of := Formats()
	in, err := of[slices.IndexFunc(of, func(f Format) bool { return f.Name == format })].Read(bytes.NewReader(data), "peers")
	if err != nil {
		t.Fatal(err)
	}
	var trials []trial.Trial
	for row, err := range in.Trials {
		if err != nil {
			t.Fatal(err)
		}
		trials = append(trials, *row)
	}
	return trials, in
}

// said is what the tests compare of a trial.
func said(row *trial.Trial) string {
	s := fmt.Sprintf("%s|%s|%s|%d|%v", row.Set, row.Text, row.Strategy, row.Repeat, row.Outcome)
	if row.Error != "" {
		s += "|" + row.Error
	}
	if row.Outcome == search.Solved {
		s += fmt.Sprintf("|cost=%d", row.Cost)
	}
	s += fmt.Sprintf("|cpu=%v|wall=%v", row.CPU, row.Wall)
	if row.Meter.Expanded > 0 {
		s += fmt.Sprintf("|expanded=%d|generated=%d", row.Meter.Expanded, row.Meter.Generated)
	}
	if row.Isolated {
		s += fmt.Sprintf("|limits=%v,%d", row.Limited.CPU, row.Limited.Resident)
	}
	for _, o := range row.Observed {
		s += fmt.Sprintf("|%s=%v", o.Name, o.Value)
	}
	return s
}

func TestFilesOfOtherProgramsBecomeTrials(t *testing.T) {
	bench := []string{
		"korf|korf-01.txt|Tile Solver,fifteen.manhattan|0|measured|cpu=12.345678|wall=12.5|limits=1m0s,4000000000|memory=5.24288e+07|nodes=1.369596778e+09|returnvalue=0",
		"korf|korf-02.txt|Tile Solver,fifteen.manhattan|0|limit-time|cpu=60.9|wall=61|limits=1m0s,4000000000",
		"korf|korf-03.txt|Tile Solver,fifteen.manhattan|0|limit-memory|cpu=3.5|wall=0|limits=1m0s,4000000000",
		"korf|korf-04.txt|Tile Solver,fifteen.manhattan|0|incomplete|cpu=0.25|wall=0|limits=1m0s,4000000000",
		"korf|korf-05.txt|Tile Solver,fifteen.manhattan|0|running|error: SEGMENTATION FAULT|cpu=0|wall=0|limits=1m0s,4000000000",
		"korf|korf-06.txt|Tile Solver,fifteen.manhattan|0|running|wrong: false|cpu=0|wall=0|limits=1m0s,4000000000",
		"korf|korf-07.txt|Tile Solver,fifteen.manhattan|0|measured|cpu=0|wall=0|limits=1m0s,4000000000",
	}
	benchLeft := "attribute cpuCores of the file; attribute date of the file; attribute endtime of the file; attribute expectedVerdict of runs; attribute files of runs (2 times); " +
		"attribute options of the file; attribute properties of runs; attribute starttime of the file; attribute toolmodule of the file; column \"host\" (2 times); column \"nodes\"; systeminfo; total cputime; total walltime"
	for _, c := range []struct {
		file, program string
		want          []string
		left          string
	}{
		{"bench.xml", "BenchExec 3.30, tilesolver 2.1", bench, benchLeft},
		{"bench.xml.bz2", "BenchExec 3.30, tilesolver 2.1", bench, benchLeft},
		{"bench.xml.gz", "BenchExec 3.30, tilesolver 2.1", bench, benchLeft},
		{"properties", "Downward Lab", []string{
			"gripper|gripper:prob01.pddl|blind|0|solved|cost=11|cpu=0.3|wall=0.41|expanded=1050|generated=5000|limits=5m0s,3758096384|expansions_until_last_jump=1049|initial_h_value=1|memory=7000|plan_length=11|planner_exit_code=0|search_time=0.01|total_time=0.02|unsolvable=0",
			"gripper|gripper:prob02.pddl|blind|0|limit-time|cpu=300.5|wall=0|expanded=123456|generated=0",
			"gripper|gripper:prob03.pddl|blind|0|limit-memory|cpu=0|wall=0",
			"gripper|gripper:prob04.pddl|blind|0|unsolvable|cpu=0|wall=0",
			"gripper|gripper:prob05.pddl|blind|0|incomplete|cpu=0|wall=0",
			"gripper|gripper:prob06.pddl|blind|0|running|segfault|cpu=0|wall=0",
			"gripper|gripper:prob07.pddl|blind|0|measured|cpu=0|wall=0|cost=2.5",
		}, "property initial_h_values; property node; property note; property score_expansions; property score_memory; property unexplained_errors"},
		{"hyperfine1.json", "hyperfine", []string{
			"hyperfine|goal=last,size=3|solver --size 3|0|measured|cpu=0.011|wall=0.012|memory_usage_byte=2.097152e+06",
			"hyperfine|goal=last,size=3|solver --size 3|1|running|exit code 1|cpu=0.011|wall=0.013|memory_usage_byte=2.101248e+06",
			"hyperfine|no parameters|other|0|running|a signal ended it|cpu=1.375|wall=1.5",
			"hyperfine|no parameters|no times|0|measured|cpu=2.25|wall=2.5",
		}, "mean, stddev, median, min and max of times (3 times); single times, which the file does not have: the mean is taken for one"},
		{"hyperfine2.json", "hyperfine 2.0.0", []string{
			"hyperfine|size=3|solver of 3|0|measured|cpu=0.375|wall=0.5|memory_peak_resident=2.097152e+06|time_system=0.125|time_user=0.25",
			"hyperfine|size=3|solver of 3|1|running|a signal ended it|cpu=0.25|wall=0.75",
		}, "command of results that have a name; measurement signal; summary"},
	} {
		trials, in := imported(t, c.file)
		var got []string
		for i := range trials {
			row := &trials[i]
			got = append(got, said(row))
			if row.Study != "peers" || row.Mode != trial.Timed || row.Instance != trial.Digest(row.Text) || !strings.HasPrefix(row.Code, "file:") || len(row.Code) != 21 {
				t.Errorf("%s: row %d is %+v", c.file, i, row)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: trials\n%s\nwant\n%s", c.file, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		if left := strings.Join(in.LeftOut, "; "); left != c.left || in.Program != c.program {
			t.Errorf("%s of %s leaves out\n%s\nwant\n%s", c.file, in.Program, left, c.left)
		}
	}
}

func TestUnitsAreReadOrRefused(t *testing.T) {
	bench := func(limits, columns string) string {
		return `<result tool="t" ` + limits + `><run name="a"><column title="status" value="true"/><column title="category" value="correct"/>` + columns + "</run></result>"
	}
	for _, c := range []struct{ format, text, want string }{
		{"benchexec", bench(`timelimit="15 min" memlimit="100 MB"`, `<column title="cputime" value="1500ms"/><column title="walltime" value="0.5 h"/>`), "cpu=1.5|wall=1800|limits=15m0s,100000000"},
		{"benchexec", bench(`timelimit="2" memlimit="7 GiB"`, `<column title="memory" value="3 kB"/><column title="energy" value="2.5J"/><column title="wait" value="20us"/>`), "cpu=0|wall=0|limits=2s,7516192768|memory=3000|energy (J)=2.5|wait=2e-05"},
		{"benchexec", `<result tool="t"><run name="a"><column title="status" value="false(unreach-call)"/><column title="cputime" value="2s"/></run></result>`, "measured|cpu=2"},
		{"benchexec", `<?xml version="1.0" encoding="ISO-8859-1"?>` + "\n" + `<result tool="t"><run name="caf` + "\xe9" + `"><column title="status" value="` + "\xfc" + `"/><column title="category" value="error"/></run></result>`, "|café|t|0|running|error: ü|"},
		{"benchexec", "tool\t\tA 1\tA 1\tA 1\tA 1\tB\nrun set\t\tx\tx\tx\tx\ty\np/\t\tstatus\tcategory\tcputime (s)\tmemory (MB)\tstatus\na.c\tsafe\ttrue\tcorrect\t1.5\t2\n", "table|p/a.c safe|A 1,x|0|measured|cpu=1.5|wall=0|memory=2e+06"},
		{"benchexec", "tool\tA\nrun set\tx\np/\tcputime (m)\na.c\t1\n", `run "p/a.c": cputime: "1 m" has an unknown unit`},
		{"benchexec", "tool\tA\nfoo\n", "it has no run sets"},
		{"hyperfine", "command,mean,stddev,median,user,system,min,max,parameter_n\n\"a, b\",0.5,0,0.5,0.25,0.125,0.4,0.6,3\n", "hyperfine|n=3|a, b|0|measured|cpu=0.375|wall=0.5"},
		{"hyperfine", "command;mean;stddev;median;user;system;min;max\na;0,5;0;0,5;0,25;0,125;0,4;0,6\n", "a|0|measured|cpu=0.375|wall=0.5"},
		{"hyperfine", "command,mean,user\na,fast,1\n", `result 1: mean: "fast" is not a number of seconds`},
		{"benchexec", `<?xml version="1.0" encoding="klingon"?><result/>`, `encoding "klingon"`},
		{"hyperfine", "\ufeff" + `{"results": [{"command": "x", "times": [2]}]}`, "wall=2"},
		{"benchexec", bench(`memlimit="3 pages"`, ""), `memlimit: "3 pages" has an unknown unit (want B, kB, MB, GB, TB, KiB, MiB, GiB or TiB)`},
		{"benchexec", bench(`timelimit="3 MB"`, ""), `timelimit: "3 MB" has an unknown unit (want ns, us, ms, s, min, h or d)`},
		{"benchexec", bench("", `<column title="cputime" value="3m"/>`), `run "a": cputime: "3m" has an unknown unit`},
		{"lab", `{"r": {"algorithm": "x", "problem": "p", "error": "success", "cost": 1, "planner_time": "250 ms", "limit_search_time": "30 min", "limit_search_memory": "3584 MiB"}}`, "cpu=0.25|wall=0|limits=30m0s,3758096384"},
		{"lab", `{"r": {"algorithm": "x", "problem": "p", "limit_search_time": "30m"}}`, `run "r": property limit_search_time: "30m" has an unknown unit`},
		{"hyperfine", `{"schema_version": 2, "results": [{"command": "x", "measurements": [{"time_wall_clock": {"value": 500, "unit": "millisecond"}, "memory": {"value": 2, "unit": "KiB"}, "cycles": {"value": 7, "unit": "count"}}]}]}`, "cpu=0|wall=0.5|cycles (count)=7|memory=2048"},
		{"hyperfine", `{"schema_version": 2, "results": [{"command": "x", "measurements": [{"time_user": {"value": 1, "unit": "jiffy"}}]}]}`, `result 1: measurement time_user: the unit "jiffy" is unknown (want second)`},
	} {
		of := Formats()
		in, err := of[slices.IndexFunc(of, func(f Format) bool { return f.Name == c.format })].Read(strings.NewReader(c.text), "peers")
		got := fmt.Sprint(err)
		if err == nil {
			for row := range in.Trials {
				got = said(row)
			}
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestNamesAreNeverMadeEqual(t *testing.T) {
	in, err := ReadHyperfine(strings.NewReader(`{"results": [{"command": "sort a b", "times": [1]}, {"command": "sort a_b", "times": [1]}, {"command": "sort_a_b", "times": [1]},
		{"command": "sort a\tb", "times": [1]}, {"command": "sort a\nb", "times": [1]}, {"command": "sort  a b", "times": [1]}, {"command": "sort a b", "times": [2]}]}`), "peers")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for row := range in.Trials {
		keys[row.Key().ID()] = true
	}
	if len(keys) != 7 {
		t.Errorf("%d rows of 7", len(keys))
	}
}

func TestAnInstanceHasTheSameNumberInEveryFile(t *testing.T) {
	plain, _ := imported(t, "bench.xml")
	packed, _ := imported(t, "bench.xml.bz2")
	for i := range plain {
		if plain[i].Index != packed[i].Index || plain[i].Seed != packed[i].Seed || plain[i].Code == packed[i].Code {
			t.Errorf("%s: number %d and %d, code %s and %s", plain[i].Text, plain[i].Index, packed[i].Index, plain[i].Code, packed[i].Code)
		}
	}
}

func TestOldFilesOfBenchExecAreRead(t *testing.T) {
	in, err := ReadBenchExec(strings.NewReader(`<result benchmarkname="b" tool="x"><sourcefile name="a.c"><column title="status" value="true"/><column title="cputime" value="2.5s"/><column title="cpuCores" value="4,5"/></sourcefile></result>`), "peers")
	if err != nil {
		t.Fatal(err)
	}
	for row := range in.Trials {
		if got := said(row); got != "b|a.c|x|0|measured|cpu=2.5|wall=0|limits=0s,0" || !slices.Equal(in.LeftOut, []string{`column "cpuCores"`}) {
			t.Errorf("got %s, %q", got, in.LeftOut)
		}
		return
	}
	t.Error("no trial")
}

func TestAFileThatCannotBeReadSaysWhere(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"benchexec", "<result>\n<run", "line 2, column 5: XML syntax error on line 2: unexpected EOF (want results of BenchExec)"},
		{"benchexec", "<other/>", "line 1, column 9: expected element type <result> but have <other> (want results of BenchExec)"},
		{"benchexec", "", "line 1, column 1: it is empty (want results of BenchExec)"},
		{"benchexec", "\x1f\x8b", "unpack it: unexpected EOF"},
		{"lab", "{\n\"a\": [", "line 2: unexpected end of JSON input (want the file properties of Downward Lab)"},
		{"lab", "{\n\"a\": 3}", "line 2: json: cannot unmarshal number into Go value of type map[string]json.RawMessage (want the file properties of Downward Lab)"},
		{"lab", `{"a": {"algorithm": "x"}}`, `run "a" has no algorithm or no problem (want the file properties of Downward Lab)`},
		{"hyperfine", "{}", "it has no results (want a file from hyperfine --export-json)"},
		{"hyperfine", `{"schema_version": 3}`, "its schema_version is 3 (want 1 or 2)"},
		{"hyperfine", `{"results": [{}]}`, "result 1 has no command"},
		{"csv", "a,b\n", `experiments: read CSV: line 1: no column is called "study" (want a file from export, or the trials.csv of a study; export --dictionary lists the columns)`},
		{"hyperfine", "command;mean\na;1.234,5\n", `result 1: mean: "1.234,5" is not a number of seconds (want a file from hyperfine --export-json)`},
		{"jsonl", "{\"study\":\"x\"}\n", "line 1: the line does not match its checksum (want a line that export --to jsonl wrote)"},
	} {
		of := Formats()
		in, err := of[slices.IndexFunc(of, func(f Format) bool { return f.Name == c.format })].Read(strings.NewReader(c.text), "peers")
		if err == nil {
			for _, err = range in.Trials {
				break
			}
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %q: error\n%v\nwant\n%s", c.format, c.text, err, c.want)
		}
	}
	if _, err := Detect([]byte("\xfd7zXZ\x00")); err == nil || !strings.Contains(err.Error(), "xz -d") {
		t.Errorf("a file packed by xz: %v", err)
	}
	for _, text := range []string{"what is this", "", `{"context": {}, "benchmarks": [{"name": "BM_X/8", "real_time": 12.5, "time_unit": "ns"}]}`, `[{"benchmark": "x.Y.z", "mode": "avgt"}]`} {
		if _, err := Detect([]byte(text)); err == nil || err.Error() != "its format is unknown (want csv, jsonl, benchexec, lab, hyperfine; for results of any other program, write CSV with the columns that export --dictionary lists)" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// fuzz reads anything, and what can be read must be rows that journals hold.
func fuzz(f *testing.F, format string, files ...string) {
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	of := Formats()
	read := of[slices.IndexFunc(of, func(f Format) bool { return f.Name == format })].Read
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = Detect(data)
		in, err := read(bytes.NewReader(data), "peers")
		if err != nil {
			return
		}
		for row, err := range in.Trials {
			if err != nil {
				return
			}
			line := string(row.Line())
			again, err := trial.ParseLine(line)
			if err != nil || string(again.Line()) != line {
				t.Fatalf("the row\n%scomes back as\n%s(%v)", line, again.Line(), err)
			}
		}
	})
}

func FuzzBenchExec(f *testing.F) { fuzz(f, "benchexec", "bench.xml", "bench.xml.bz2", "bench.xml.gz") }
func FuzzLab(f *testing.F)       { fuzz(f, "lab", "properties") }
func FuzzHyperfine(f *testing.F) { fuzz(f, "hyperfine", "hyperfine1.json", "hyperfine2.json") }
func FuzzCSV(f *testing.F)       { fuzz(f, "csv", "trials.csv") }
func FuzzJSONL(f *testing.F)     { fuzz(f, "jsonl", "trials.jsonl") }
