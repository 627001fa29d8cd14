package install

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinkFlagsAreMergedIntoTheUsersFlags(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", "'-ldflags=-s -w'"},
		{"-buildvcs=false", "-buildvcs=false '-ldflags=-s -w'"},
		{"  -p=2   -race ", "-p=2 -race '-ldflags=-s -w'"},
		{"-n -json -race --v -x=true -work", "-race '-ldflags=-s -w'"},
		{"-mod=mod -tags=a,b", "-tags=a,b '-ldflags=-s -w'"},
		{"--mod=mod -modfile=x.mod", "'-ldflags=-s -w'"},
		{"-mod=vendor", "'-ldflags=-s -w'"},
		{"-ldflags=-linkmode=external", "'-ldflags=-s -w -linkmode=external'"},
		{`"-ldflags=-X main.v='1 2'" -race`, `-race "-ldflags=-s -w -X main.v='1 2'"`},
		{`'-gcflags=all=-N -l'`, `'-gcflags=all=-N -l' '-ldflags=-s -w'`},
		{`'-ldflags=-X "a=b"' "-gcflags='x'"`, `"-gcflags='x'" '-ldflags=-s -w -X "a=b"'`},
		// What cannot be read or quoted is left alone.
		{`'-ldflags=-X`, `'-ldflags=-X`},
		{`-ldflags=a'b"c`, `-ldflags=a'b"c`},
	} {
		if got := mergeFlags(tc.in); got != tc.want {
			t.Errorf("mergeFlags(%s)\n got %s\nwant %s", tc.in, got, tc.want)
		}
	}
}

func TestBuildTagsAreThoseOfTheUserAndOfTheEngine(t *testing.T) {
	for flags, want := range map[string]string{"": EngineTag, "-race -tags=a,b": "a b " + EngineTag, "'-tags=a b'": "a b " + EngineTag, "'-tags": ""} {
		s := Spec{Env: environment(nil, Tools{}, flags, Compiled), flags: flags}
		if got := strings.Join(s.Tags(), " "); got != want {
			t.Errorf("GOFLAGS=%s: tags %q, want %q", flags, got, want)
		}
		if got, want := strings.Join(s.WithGonbui().Tags(), " "), strings.TrimRight(strings.TrimSuffix(want, EngineTag), " "); got != want {
			t.Errorf("GOFLAGS=%s with gonbui: tags %q, want %q", flags, got, want)
		}
	}
}

func TestFlagsThatChangeWhatIsBuiltAreNotPlain(t *testing.T) {
	for flags, want := range map[string]bool{"": true, "-buildvcs=false --mod=mod -v": true, "-race": false, "-ldflags=-X=main.v=1": false, "-p=2 -tags=a": false, "'-p": false} {
		if got := plain(flags); got != want {
			t.Errorf("plain(%q) = %v", flags, got)
		}
	}
}

func TestTheGoCommandAcceptsMergedFlags(t *testing.T) {
	needGo(t)
	for _, flags := range []string{"", "-buildvcs=false", "-ldflags=-X=main.v=1", `"-ldflags=-X 'main.v=1 2'"`} {
		cmd := exec.Command("go", "list", "-e", "unsafe")
		cmd.Env = append(os.Environ(), "GOFLAGS="+mergeFlags(flags))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("GOFLAGS=%s: %v\n%s", mergeFlags(flags), err, out)
		}
	}
}

func FuzzMergeFlags(f *testing.F) {
	f.Add("-buildvcs=false")
	f.Add(`'-ldflags=-X "a=b"' "-gcflags='x'"`)
	f.Fuzz(func(t *testing.T, in string) {
		out := mergeFlags(in)
		flags, ok := splitFlags(out)
		if !ok {
			if out != in {
				t.Fatalf("mergeFlags(%q) = %q, which cannot be split", in, out)
			}
			return
		}
		if out != in && !strings.HasPrefix(flags[len(flags)-1], "-ldflags=-s -w") {
			t.Fatalf("mergeFlags(%q) = %q does not end with the link flags", in, out)
		}
	})
}

func TestEnvironmentSetsWhatNotebooksNeed(t *testing.T) {
	other := t.TempDir()
	for _, name := range []string{"gopls", "goimports"} {
		if err := os.WriteFile(filepath.Join(other, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	both := t.TempDir()
	for _, name := range []string{"gopls", "go"} {
		if err := os.WriteFile(filepath.Join(both, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	list := func(dirs ...string) string { return strings.Join(dirs, string(os.PathListSeparator)) }
	base := []string{"HOME=/home/me", "GOWORK=/x/go.work", "GOPROXY=direct", "GOFLAGS=-v", "GOOS=plan9", "GOARCH=wasm", "PATH=" + list(other, both, "/bin")}

	got := environment(base, Tools{Goimports: "/cache/i/goimports"}, "-race -v", Headless)
	want := []string{"HOME=/home/me", "PATH=" + list("/cache/i", both, "/bin"), "GOFLAGS=-race '-ldflags=-s -w'", "GOPROXY=off", "GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headless (-want +got):\n%s", diff)
	}
	got = environment(base, Tools{Goimports: "/cache/i/goimports", Gopls: "/cache/p/gopls"}, "", Interactive)
	want = []string{"HOME=/home/me", "PATH=" + list("/cache/p", "/cache/i", other, both, "/bin"), "GOFLAGS='-ldflags=-s -w'", "GOPROXY=off", "GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("interactive (-want +got):\n%s", diff)
	}
}

func TestToolsPinTheGoNBThatCellsLink(t *testing.T) {
	version := func(file string) string {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require ")); len(f) > 1 && f[0] == "github.com/janpfeifer/gonb" {
				return f[1]
			}
		}
		t.Fatalf("%s does not require gonb", file)
		return ""
	}
	if code, tool := version("../../go.mod"), version(toolsFile); code != tool {
		t.Errorf("go.mod has gonb %s, %s has %s: the two ends of one protocol", code, toolsFile, tool)
	}
}

func TestCommandFindsTheModuleAndItsTools(t *testing.T) {
	needGo(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := Command(t.Context(), "", Headless, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	if spec.Root != root || spec.Dir != filepath.Join(root, "notebooks", "install") {
		t.Errorf("root %s, folder %s, want those of this package", spec.Root, spec.Dir)
	}
	if !slices.Contains(spec.Argv, "-go_work="+root) || !slices.Contains(spec.Argv, "{connection_file}") || spec.Argv[0] != spec.Tools.GoNB {
		t.Errorf("command line %q", spec.Argv)
	}
	if spec.Tools.Gopls != "" {
		t.Errorf("gopls %s for headless use", spec.Tools.Gopls)
	}
	version, err := toolVersion(spec.Tools.GoNB)
	if err != nil || !strings.HasPrefix(version, "v0.") {
		t.Errorf("version of GoNB %q, %v", version, err)
	}
}

func TestEveryModuleGetsThePinnedTools(t *testing.T) {
	needGo(t)
	want, err := pinnedTools()
	if err != nil {
		t.Fatal(err)
	}
	// A module that does not know this project, with pins of its own.
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/own\n\ngo 1.26\n")
	write(t, filepath.Join(dir, toolsFile), "module example.com/own\n\ngo 1.26\n")
	spec, err := Command(t.Context(), dir, Headless, t.Output())
	if err != nil || spec.Tools != want {
		t.Errorf("tools %+v, %v, want %+v", spec.Tools, err, want)
	}
}

func TestDamagedPinsAreWrittenAgain(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	dir, _, err := writePins()
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, toolsFile), "module example.com/other\n")
	if again, _, err := writePins(); again != dir || err != nil {
		t.Errorf("written to %s, %v, want %s", again, err, dir)
	}
	for _, name := range []string{"tools.mod", "tools.sum", "gopls.mod", "gopls.sum"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		want, wantErr := os.ReadFile(name)
		if err != nil || wantErr != nil || string(got) != string(want) {
			t.Errorf("%s is not the one of this package: %v, %v", name, err, wantErr)
		}
	}
}

func TestWorkspacesTakePartWithAllTheirModules(t *testing.T) {
	needGo(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{"a", "b"} {
		write(t, filepath.Join(dir, m, "go.mod"), "module example.com/"+m+"\n\ngo 1.26\n")
	}
	write(t, filepath.Join(dir, "go.work"), "go 1.26\n\nuse ./b\nuse ./a\n")
	notes := filepath.Join(dir, "a", "notes")
	if err := os.Mkdir(notes, 0o755); err != nil {
		t.Fatal(err)
	}
	settings, err := goEnv(t.Context(), notes, "GOMOD", "GOWORK")
	if err != nil {
		t.Fatal(err)
	}
	got, err := findWorkspace(notes, settings[0], settings[1])
	want := workspace{root: filepath.Join(dir, "a"), modules: []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(workspace{})); diff != "" || err != nil {
		t.Errorf("error %v, (-want +got):\n%s", err, diff)
	}
	beside, err := Command(t.Context(), dir, Planned, nil)
	if want := []string{filepath.Join(dir, "b"), filepath.Join(dir, "a")}; err != nil || beside.Root != dir || !slices.Equal(beside.Modules(), want) {
		t.Errorf("error %v, beside go.work the modules are %q in %s, want %q", err, beside.Modules(), beside.Root, want)
	}
	t.Setenv("GOWORK", "off")
	if alone, err := Command(t.Context(), dir, Planned, nil); err != nil || alone.Root != dir || len(alone.Modules()) > 0 {
		t.Errorf("error %v, beside a go.work that is not in force the modules are %q in %s", err, alone.Modules(), alone.Root)
	}
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	needGo(t)
	t.Setenv("PATH", t.TempDir())
	if _, err := Command(t.Context(), "", Headless, nil); !errors.Is(err, ErrNoGo) {
		t.Errorf("without Go: %v, want ErrNoGo", err)
	}
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	checks := Doctor(t.Context(), "", runCell, nil)
	if len(checks) != 2 || checks[0].Name != "go toolchain" || checks[0].OK || !strings.Contains(checks[0].Fix, "https://go.dev/dl/") {
		t.Errorf("Doctor without Go: %+v", checks)
	}
}

func TestRegisterMakesAKernelspecThatUnregisterRemoves(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("GoNB does not run on Windows")
	}
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(t.TempDir(), "data"))
	binary := filepath.Join(t.TempDir(), "binary")
	write(t, binary, "first")
	if _, err := registered(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Registered before: %v", err)
	}
	var dir string
	for _, version := range []string{"first", "second"} { // the second time over the first
		write(t, binary, version)
		var err error
		if dir, err = Register(binary); err != nil {
			t.Fatal(err)
		}
		program, err := registered()
		if err != nil || program != filepath.Join(dir, Name) {
			t.Errorf("Registered = %q, %v", program, err)
		}
		data, err := os.ReadFile(program)
		info, statErr := os.Stat(program)
		if err != nil || statErr != nil || string(data) != version || info.Mode().Perm() != 0o755 {
			t.Errorf("the copy holds %q with mode %v, want %q and 0755", data, info.Mode(), version)
		}
	}
	spec, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "argv": [
  "` + filepath.Join(dir, "puzzlelab") + `",
  "kernel",
  "{connection_file}"
 ],
 "display_name": "puzzlelab (Go)",
 "language": "go",
 "interrupt_mode": "message"
}
`
	if diff := cmp.Diff(want, string(spec)); diff != "" {
		t.Errorf("kernel.json (-want +got):\n%s", diff)
	}
	if err := os.Remove(filepath.Join(dir, Name)); err != nil {
		t.Fatal(err)
	}
	if program, err := registered(); err == nil || program == "" {
		t.Errorf("Registered with the program gone = %q, %v", program, err)
	}
	if _, err := Unregister(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
	if _, err := Unregister(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a second Unregister: %v, want fs.ErrNotExist", err)
	}
}

func TestDataDirFollowsJupyter(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for _, tc := range []struct{ jupyter, xdg, linux, darwin string }{
		{"/j", "/x", "/j", "/j"},
		{"", "/x", "/x/jupyter", "/home/me/Library/Jupyter"},
		{"", "", "/home/me/.local/share/jupyter", "/home/me/Library/Jupyter"},
	} {
		want := map[string]string{"linux": tc.linux, "darwin": tc.darwin}[runtime.GOOS]
		if want == "" {
			t.Skip("unknown system")
		}
		t.Setenv("JUPYTER_DATA_DIR", tc.jupyter)
		t.Setenv("XDG_DATA_HOME", tc.xdg)
		if got, err := dataDir(); got != want || err != nil {
			t.Errorf("%+v: dataDir() = %s, %v, want %s", tc, got, err, want)
		}
	}
}

func TestDoctorRunsACell(t *testing.T) {
	dir := usersModule(t, nil)
	// Settings in which no cell would run.
	t.Setenv("GOFLAGS", "-n -json -mod=vendor")
	t.Setenv("GOOS", "plan9")
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	checks := Doctor(t.Context(), dir, runCell, t.Output())
	var names []string
	for _, c := range checks {
		names = append(names, c.Name)
		if !c.OK && !c.Optional {
			t.Errorf("%s: %s (%s)", c.Name, c.Detail, c.Fix)
		}
		if c.OK == (c.Fix != "") {
			t.Errorf("%s: ok %v, but fix %q", c.Name, c.OK, c.Fix)
		}
	}
	want := []string{"go toolchain", "module", "goimports", "gopls", "gonb", "import of notebooks/display", "packages of the module", "run a cell", "sockets on 127.0.0.1", "kernel in Jupyter"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("checks (-want +got):\n%s", diff)
	}
}

func needGo(t *testing.T) {
	t.Helper()
	goCommandPath(t)
	if runtime.GOOS == "windows" {
		t.Skip("GoNB does not run on Windows")
	}
}

func goCommandPath(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	return path
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
