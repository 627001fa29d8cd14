//go:build unix

package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

var exhaustive = flag.Bool("exhaustive", false, "interrupt and kill 20 times, and hold to the times that are promised")

// TestMain is a kernel, or what starts one as Jupyter does, if it is called as that.
// Cells find a shell where every Unix has one, also if PATH holds little.
func TestMain(m *testing.M) {
	os.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin")
	switch args := os.Args[1:]; {
	case len(args) == 2 && args[0] == "kernel":
		if err := Run(context.Background(), args[1], os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case len(args) == 2 && args[0] == "jupyter":
		cmd := exec.Command(os.Args[0], "kernel", args[1])
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

// client is a kernel with what was heard of it.
type client struct {
	*Kernel
	t testing.TB
}

func connect(t testing.TB, as string) client {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	k, err := Start(t.Context(), Command{Argv: []string{os.Args[0], as, "{connection_file}"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return client{k, t}
}

// heard is what a request brings about.
type heard struct {
	reply map[string]any
	rest  []string // other messages: their kinds, and what matters of them
	since time.Duration
}

// await waits for the answer to a request and the idle status after it. see is called
// with each message.
func (c client) await(id string, see func(m jupyter.Message)) (h heard) {
	c.t.Helper()
	begin := time.Now()
	for done := false; !done || h.reply == nil; {
		select {
		case m := <-c.Messages():
			if m.Parent != id {
				continue
			}
			if see != nil {
				see(m)
			}
			var content map[string]any
			if err := json.Unmarshal(m.Content, &content); err != nil {
				c.t.Fatal(err)
			}
			switch {
			case idle(m):
				done = true
			case strings.HasSuffix(m.Type, "_reply"):
				h.reply = content
			case m.Type == "stream":
				h.rest = append(h.rest, fmt.Sprint(content["name"], " ", content["text"]))
			case m.Type == "error":
				h.rest = append(h.rest, fmt.Sprint(content["ename"], ": ", content["evalue"]))
			case m.Type == "execute_result" || m.Type == "display_data":
				h.rest = append(h.rest, fmt.Sprint(m.Type, " ", content["data"].(map[string]any)["text/plain"]))
			case m.Type != "status":
				h.rest = append(h.rest, m.Type)
			}
		case <-c.Done():
			c.t.Fatal(c.Dead())
		case <-time.After(time.Minute):
			c.t.Fatalf("no answer; heard %q", h.rest)
		}
	}
	h.since = time.Since(begin)
	return h
}

func (c client) ask(channel jupyter.Channel, kind string, content any) heard {
	c.t.Helper()
	id, err := c.Request(channel, kind, content)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.await(id, nil)
}

func (c client) run(code string) heard {
	c.t.Helper()
	return c.ask(jupyter.Shell, "execute_request", map[string]any{"code": code})
}

// check compares the answer to a request with what is wanted, field by field.
func check(t *testing.T, got any, want string) {
	t.Helper()
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRequestsAreAnsweredAsTheProtocolSays(t *testing.T) {
	c := connect(t, "kernel")
	if c.Info.Implementation != "puzzlelab" || c.Info.Language.Name != "go" {
		t.Errorf("kernel_info %+v", c.Info)
	}
	ask := func(kind string, content any, want string) {
		t.Helper()
		check(t, c.ask(jupyter.Shell, kind, content).reply, want)
	}
	for code, want := range map[string]string{
		"6*7":              `{"status":"complete"}`,
		"%%\nfor {":        `{"indent":"\t","status":"incomplete"}`,
		"var x = `open":    `{"indent":"","status":"incomplete"}`,
		"x := 3; y := x 2": `{"status":"invalid"}`,
		"x := 3; x + 1":    `{"status":"complete"}`,
		"1+":               `{"indent":"","status":"incomplete"}`,
		"f(1,":             `{"indent":"\t","status":"incomplete"}`,
		"1+)":              `{"status":"invalid"}`,
		"func f() {":       `{"indent":"\t","status":"incomplete"}`,
	} {
		ask("is_complete_request", map[string]any{"code": code}, want)
	}
	ask("comm_info_request", struct{}{}, `{"comms":{},"status":"ok"}`)
	id, err := c.Request(jupyter.Shell, "comm_open", map[string]any{"comm_id": "x", "target_name": "widget"})
	if err != nil {
		t.Fatal(err)
	}
	for m := range c.Messages() {
		if m.Parent == id && m.Type == "comm_close" {
			check(t, field[string](m, "comm_id"), `"x"`)
			break
		}
	}
	check(t, c.run("var x = 20").reply, `{"execution_count":1,"payload":[],"status":"ok","user_expressions":{}}`)
	if h := c.run("%%\nfmt.Println(x)\nx + 1"); len(h.rest) != 3 || h.rest[1] != "stdout 20\n" || h.rest[2] != "execute_result 21" {
		t.Errorf("heard %q", h.rest)
	}
	ask("history_request", map[string]any{"hist_access_type": "tail", "n": 1}, `{"history":[[0,2,"%%\nfmt.Println(x)\nx + 1"]],"status":"ok"}`)
	ask("history_request", map[string]any{"hist_access_type": "search", "pattern": "var*", "output": true}, `{"history":[[0,1,["var x = 20",null]]],"status":"ok"}`)
	ask("history_request", map[string]any{"hist_access_type": "range", "session": 0, "start": 1, "stop": 2}, `{"history":[[0,1,"var x = 20"]],"status":"ok"}`)

	silent := c.ask(jupyter.Shell, "execute_request", map[string]any{"code": "%%\nfmt.Println(x)", "silent": true})
	check(t, silent.reply["execution_count"], "2")
	check(t, silent.rest, "null")
	values := c.ask(jupyter.Shell, "execute_request", map[string]any{"code": "", "user_expressions": map[string]string{"double": "2*x", "none": "nothing"}}).reply["user_expressions"].(map[string]any)
	check(t, values["double"], `{"data":{"text/plain":"40"},"metadata":{},"status":"ok"}`)
	check(t, values["none"].(map[string]any)["status"], `"error"`)

	h := c.run("%%\nvar list []int\nfmt.Println(list[x])")
	if len(h.rest) != 2 || h.rest[1] != "panic: cell[4]:3: panic: runtime error: index out of range [20] with length 0" || h.reply["status"] != "error" {
		t.Errorf("a panic: %q, %v", h.rest, h.reply)
	}
	if h := c.run("!exit 3"); h.rest[1] != "command: cell[5]:1: !exit 3: exit status 3" || h.reply["status"] != "error" {
		t.Errorf("a command that fails: %q, %v", h.rest, h.reply)
	}
	check(t, c.ask(jupyter.Control, "shutdown_request", map[string]any{"restart": false}).reply, `{"restart":false,"status":"ok"}`)
	<-c.Done()
}

func TestCellsAskTheirClientForInput(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are seen to read on Linux alone")
	}
	c := connect(t, "kernel")
	read := func(o ExecuteOptions) heard {
		id, err := c.Execute("%%\nvar name string\nfmt.Print(\"Who? \")\nfmt.Scanln(&name)\nfmt.Println(\"Hello\", name)", o)
		if err != nil {
			t.Fatal(err)
		}
		return c.await(id, func(m jupyter.Message) {
			if m.Type == "input_request" && m.Channel == jupyter.Stdin {
				if _, err := c.Request(jupyter.Stdin, "input_reply", map[string]string{"value": "Gopher"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if h := read(ExecuteOptions{AllowStdin: true}); strings.Join(h.rest, "; ") != "execute_input; stdout Who? ; input_request; stdout Hello Gopher\n" {
		t.Errorf("heard %q", h.rest)
	}
	if h := read(ExecuteOptions{}); h.reply["ename"] != "input" {
		t.Errorf("nobody there: %v", h.reply)
	}
}

func TestCompletionComesFromTheCellUntilGoplsAnswers(t *testing.T) {
	c := connect(t, "kernel")
	c.run("type point struct{ x, y int }\n%%\nfmt.Println(point{})")
	complete := func(code string) (string, time.Duration) {
		t.Helper()
		h := c.ask(jupyter.Shell, "complete_request", map[string]any{"code": code, "cursor_pos": utf8.RuneCountInString(code)})
		data, err := json.Marshal([]any{h.reply["matches"], h.reply["cursor_start"], h.reply["cursor_end"]})
		if err != nil {
			t.Fatal(err)
		}
		return string(data), h.since
	}
	for code, want := range map[string]string{
		"%%\nfmt.Printl":      `[["Println"],7,13]`,
		"%%\n\"ä😀\" + poin":   `[["point"],10,14]`,
		"var p point\n%%\np.": `[["x","y"],17,17]`,
		"%%\n%pr":             `[["prun"],4,6]`,
	} {
		if got, took := complete(code); got != want || *exhaustive && took > time.Second {
			t.Errorf("%q: %s in %v, want %s", code, got, took, want)
		}
	}
	asked := map[string]any{"code": "%%\nfmt.Println(1 + )", "cursor_pos": 19, "detail_level": 0}
	if data, err := json.Marshal(c.ask(jupyter.Shell, "inspect_request", asked).reply["data"]); err != nil || !strings.Contains(string(data), "func fmt.Println(a ...any) (n int, err error)\\n\\nPrintln formats using") {
		t.Errorf("inspected %s, %v", data, err)
	}
	if !*exhaustive {
		return // gopls may have to be built
	}
	println := map[string]any{"code": "fmt.Println", "cursor_pos": 11, "detail_level": 0}
	for begin := time.Now(); ; time.Sleep(time.Second) {
		data, _ := json.Marshal(c.ask(jupyter.Shell, "inspect_request", println).reply["data"])
		if strings.Contains(string(data), "```go") && strings.Contains(string(data), "Println formats using the default formats") {
			t.Logf("gopls answers after %v", time.Since(begin))
			break
		}
		if time.Since(begin) > 3*time.Minute {
			t.Fatalf("gopls does not answer; inspected %s", data)
		}
	}
	var all []time.Duration
	for range 20 {
		got, took := complete("%%\nstrings.Conta")
		if got != `[["Contains","ContainsAny","ContainsFunc","ContainsRune"],11,16]` {
			t.Errorf("an import that is missing: %s", got)
		}
		all = append(all, took)
	}
	slices.Sort(all)
	t.Logf("completion takes %v, at most %v", all[10], all[19])
	if all[10] > 300*time.Millisecond {
		t.Errorf("completion takes %v", all)
	}
}

func TestGoplsSeesWhatIsWrittenInTheModule(t *testing.T) {
	if !*exhaustive {
		t.Skip("gopls may have to be built, and loads for seconds")
	}
	dir := filepath.Join(t.TempDir(), "Größe 10%")
	write := func(name, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/mine\n\ngo 1.26\n")
	write("own/own.go", "package own\n\n// FirstOne is there at once.\nfunc FirstOne() {}\n")
	t.Chdir(dir)
	c := connect(t, "kernel")
	c.run("import \"example.com/mine/own\"\n%%\nown.FirstOne()")
	describes := func(name, want string) {
		t.Helper()
		code := "%%\nown." + name
		for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
			data, _ := json.Marshal(c.ask(jupyter.Shell, "inspect_request", map[string]any{"code": code, "cursor_pos": len(code), "detail_level": 0}).reply["data"])
			if strings.Contains(string(data), want) {
				return
			}
			if time.Since(begin) > 3*time.Minute {
				t.Fatalf("%s: inspected %s", name, data)
			}
		}
	}
	describes("FirstOne", "is there at once")
	write("own/own.go", "package own\n\n// FirstOne is described anew.\nfunc FirstOne() {}\n")
	write("own/more.go", "package own\n\n// SecondOne came later.\nfunc SecondOne() {}\n")
	describes("FirstOne", "is described anew")
	describes("SecondOne", "came later")
}

func TestWhatIsQueuedBehindAnErrorIsNotRun(t *testing.T) {
	c := connect(t, "kernel")
	send := func(code string, stop bool) string {
		id, err := c.Request(jupyter.Shell, "execute_request", map[string]any{"code": code, "stop_on_error": stop})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	send("!false", false)
	send("!sleep 1; false", true)
	last := send("%%\nfmt.Println(1)", true)
	check(t, c.await(last, nil).reply["status"], `"aborted"`)
	check(t, c.run("%%\nfmt.Println(2)").reply["status"], `"ok"`)
}

// times is how often something is tried.
func times(n int) int {
	if *exhaustive {
		return 20
	}
	return n
}

// slow is a cell that is short, but takes a compiler many seconds.
func slow() string {
	var b strings.Builder
	b.WriteString("func slow(a []int) {\nfor i := range a {\n")
	for i := range 4000 {
		fmt.Fprintf(&b, "a[%d+i] = a[%d] * a[i+%d]\n", i, i*7, i*3)
	}
	return b.String() + "}\n}\n%%\nslow(nil)"
}

func TestAnInterruptEndsCompilersAndPrograms(t *testing.T) {
	c := connect(t, "kernel")
	c.run("6*7")
	for name, code := range map[string]string{
		"compiling": slow(),
		"running":   "%%\nfmt.Println(\"runs\")\nfor {\n}",
		"command":   "!echo runs; sleep 600",
	} {
		for i := range times(1) {
			id, err := c.Request(jupyter.Shell, "execute_request", map[string]any{"code": code})
			if err != nil {
				t.Fatal(err)
			}
			var begin time.Time
			interrupt := func() {
				begin = time.Now()
				if err := c.Interrupt(); err != nil {
					t.Error(err)
				}
			}
			h := c.await(id, func(m jupyter.Message) {
				switch {
				case m.Type == "execute_input" && name == "compiling":
					time.AfterFunc(time.Duration(50+40*i)*time.Millisecond, interrupt)
				case m.Type == "stream" && begin.IsZero():
					interrupt()
				}
			})
			took := time.Since(begin)
			if h.reply["ename"] != "interrupted" {
				t.Errorf("%s: %v", name, h.reply)
			}
			if *exhaustive && took > 500*time.Millisecond {
				t.Errorf("%s: idle %v after the interrupt", name, took)
			}
			if h := c.run("6*7"); h.rest[len(h.rest)-1] != "execute_result 42" {
				t.Errorf("%s: afterwards %q", name, h.rest)
			}
		}
	}
}

func TestNothingOutlivesJupyterOrTheKernel(t *testing.T) {
	for i := range times(1) {
		for _, dies := range []string{"Jupyter", "the kernel"} {
			t.Setenv("TMPDIR", t.TempDir())
			c := connect(t, "jupyter")
			pids := filepath.Join(t.TempDir(), "pids")
			c.run("!sleep 600 & echo $! > " + pids)
			id, err := c.Request(jupyter.Shell, "execute_request", map[string]any{"code": fmt.Sprintf(
				"%%%%\nf, _ := os.OpenFile(%q, os.O_APPEND|os.O_WRONLY, 0)\nfmt.Fprintln(f, os.Getppid())\nfmt.Fprintln(f, os.Getpid())\nfmt.Println(\"runs\")\nselect {}\n", pids)})
			if err != nil {
				t.Fatal(err)
			}
			for m := range c.Messages() {
				if m.Parent == id && m.Type == "stream" {
					break
				}
			}
			data, _ := os.ReadFile(pids)
			all := strings.Fields(string(data))
			if len(all) != 3 {
				t.Fatalf("processes %q", all)
			}
			kernel, _ := strconv.Atoi(all[1])
			if *exhaustive {
				c.ask(jupyter.Shell, "complete_request", map[string]any{"code": "pri", "cursor_pos": 3})
				for begin := time.Now(); len(all) == 3 && time.Since(begin) < time.Minute; time.Sleep(10 * time.Millisecond) {
					out, _ := exec.Command("ps", "-o", "pid=,comm=", "--ppid", all[1]).Output()
					for line := range strings.Lines(string(out)) {
						if f := strings.Fields(line); f[1] == "gopls" {
							all = append(all, f[0])
						}
					}
				}
				if len(all) != 4 {
					t.Fatal("no gopls")
				}
			}
			victim := kernel
			if dies == "Jupyter" {
				victim = parentOf(t, kernel)
			}
			if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			limit := time.Now().Add(5 * time.Second)
			for _, pid := range all {
				for alive(pid) && time.Now().Before(limit) {
					time.Sleep(10 * time.Millisecond)
				}
				if alive(pid) {
					t.Errorf("round %d: process %s of %q still runs after the end of %s", i, pid, all, dies)
				}
			}
			for {
				left, _ := filepath.Glob(filepath.Join(c.TempDir(), "puzzlelab-*"))
				if len(left) == 0 {
					break
				}
				if time.Now().After(limit) {
					t.Errorf("left behind: %q", left)
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			c.Close()
		}
	}
}

// parentOf returns the parent of a process.
func parentOf(t *testing.T, pid int) int {
	t.Helper()
	out, err := exec.Command("ps", "-o", "ppid=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		t.Fatal(err)
	}
	parent, _ := strconv.Atoi(strings.TrimSpace(string(out)))
	return parent
}

// alive reports whether a process runs. A zombie does not.
func alive(pid string) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", pid).Output()
	return err == nil && !strings.HasPrefix(string(out), "Z")
}
