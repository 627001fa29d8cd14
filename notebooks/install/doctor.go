package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	gomodule "golang.org/x/mod/module"
)

// Check is the result of checking whether this machine meets one requirement of notebooks.
type Check struct {
	Name string `json:"name"` // name of the requirement, such as "go toolchain"
	OK   bool   `json:"ok"`

	// Optional means that notebooks can run even if the check fails, because the requirement
	// concerns only Jupyter or the module's own packages.
	Optional bool `json:"optional"`

	Detail string `json:"detail"` // one line that says what was found or what is wrong
	Fix    string `json:"fix"`    // advice to the user; "" if the check succeeds
}

// Runner runs a cell with the given source and returns the text that the cell prints.
type Runner func(ctx context.Context, spec Spec, source string) (printed string, err error)

// Doctor checks everything that a notebook in dir needs, from the Go toolchain to running a cell
// that imports package display. It calls run to run that cell. If a check fails, Doctor skips the
// checks that depend on it. Before each check, Doctor writes to progress what it will check or
// build, and how long that may take. The argument progress may be nil.
func Doctor(ctx context.Context, dir string, run Runner, progress io.Writer) (found []Check) {
	defer func() { found = append(found, installedCheck()) }()
	add := func(c Check) { found = append(found, c) }
	log := &announcer{w: progress}
	log.printf("looking for goimports, which is built the first time (some seconds), and for the modules that go.mod requires …")
	version, err := goEnv(ctx, dir, "GOVERSION")
	add(checked("go toolchain", strings.Join(version, ""), err, "install Go from https://go.dev/dl/ and put it on PATH"))
	if err != nil {
		return found
	}
	spec, err := Command(ctx, dir, Served, progress)
	if err != nil {
		add(checked("kernel tools", "", err, "try another version of Go; they are built with it"))
		return found
	}
	module := checked("module", spec.Root, nil, "")
	if len(spec.Modules()) == 0 {
		module = Check{
			Name: "module", Optional: true, Detail: "no go.mod here or in a folder above: cells import only the standard library and what they get by !*go get",
			Fix: "move the notebook into a folder of a Go module, or run: go mod init example.com/notes && " + getDisplay(),
		}
	}
	add(module)
	add(toolCheck("goimports", spec.Tools.Goimports, nil))
	log.printf("looking for gopls and gonb, which are built the first time (about two minutes) …")
	tools, toolsErr := findTools(ctx, spec.work.temp, Interactive, progress)
	gopls := toolCheck("gopls", tools.Gopls, tools.goplsErr)
	if gopls.Optional = true; !gopls.OK {
		gopls.Fix = "install one on PATH: without it Jupyter completes less"
	}
	add(gopls)
	gonb := toolCheck("gonb", tools.GoNB, toolsErr)
	gonb.Optional = true
	add(gonb)
	log.printf("compiling what cells import (the first time about three minutes of one processor) …")
	imported, err := spec.importCheck(ctx)
	add(imported)
	if c, known := causeOf(err); known && !c.imports {
		return found // no cell could run
	}
	if err == nil && len(spec.Modules()) > 0 {
		add(spec.packagesCheck(ctx))
	}
	log.printf("running a cell …")
	add(spec.cellCheck(ctx, run, imported.OK))
	add(loopbackCheck(ctx))
	return found
}

// loopbackCheck checks that connections like those between Jupyter and its kernels work.
func loopbackCheck(ctx context.Context) Check {
	const name = "sockets on 127.0.0.1"
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err == nil {
		defer l.Close()
		var c net.Conn
		dialer := net.Dialer{Timeout: time.Second}
		if c, err = dialer.DialContext(ctx, "tcp", l.Addr().String()); err == nil {
			c.Close()
		}
	}
	return checked(name, "Jupyter can reach its kernels", err, "let programs on this machine reach each other on 127.0.0.1, which Jupyter uses to talk to its kernels")
}

// checked returns a check with the text found or, if err is not nil, with the error. fix is the
// advice for an error with an unknown cause.
func checked(name, found string, err error, fix string) Check {
	if err == nil {
		return Check{Name: name, OK: true, Detail: found}
	}
	return Check{Name: name, Detail: brief(err), Fix: cmp.Or(Fix(err), fix)}
}

// brief returns the line of an error that names the cause, or as much of the beginning as fits on
// one line.
func brief(err error) string {
	const most = 300
	c, known := causeOf(err)
	if !known {
		text := strings.Join(strings.Fields(err.Error()), " ")
		if runes := []rune(text); len(runes) > most {
			text = string(runes[:most]) + " …"
		}
		return text
	}
	lines := strings.Split(err.Error(), "\n")
	i := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, c.said) })
	text := strings.TrimSpace(lines[i])
	if strings.HasSuffix(text, ":") && i+1 < len(lines) {
		text += " " + strings.TrimSpace(lines[i+1])
	}
	return text
}

// toolCheck checks a tool. err is the reason why it is missing, if it is.
func toolCheck(name, path string, err error) Check {
	if path == "" && err != nil {
		return checked(name, "", err, "try another version of Go; it is built with it")
	}
	version, err := toolVersion(path)
	return checked(name, version, err, "remove the file; it is built again")
}

func installedCheck() Check {
	c := Check{Name: "kernel in Jupyter", Optional: true, Fix: "run: puzzlelab kernel install"}
	program, err := registered()
	switch {
	case err == nil:
		c.OK, c.Detail, c.Fix = true, program, ""
	case errors.Is(err, fs.ErrNotExist) && program == "":
		c.Detail = "not installed"
	default:
		c.Detail = err.Error()
	}
	return c
}

// module is this project's module path.
const module = "github.com/puzzlelab/puzzlelab"

// DisplayPackage is the import path of package display, which cells use to show values.
const DisplayPackage = module + "/notebooks/display"

// getDisplay returns the command after which the cells of a module can import package display. It
// names the package instead of its module, so that go.sum covers what the package needs. If this
// program is a release, the command names its version.
func getDisplay() string {
	version := "latest"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == module && strings.HasPrefix(info.Main.Version, "v") && !strings.Contains(info.Main.Version, "+") && !gomodule.IsPseudoVersion(info.Main.Version) {
		version = info.Main.Version
	}
	return "go get " + DisplayPackage + "@" + version
}

// importCheck builds package display, which nearly all cells import, in a workspace like the
// workspace of a cell. The error contains the go command's message.
func (s Spec) importCheck(ctx context.Context) (Check, error) {
	const name = "import of notebooks/display"
	_, err := s.goCommand(ctx, nil, "build", "--", DisplayPackage)
	if err != nil && strings.Contains(err.Error(), "no required module provides package") {
		return Check{
			Name: name, Optional: true, Detail: "no module that go.mod requires has " + DisplayPackage + ": cells run, but show no figures and tables",
			Fix: "run there: " + getDisplay() + `, and import _ "` + DisplayPackage + `" in a Go file: go mod tidy drops what none imports`,
		}, nil
	}
	return checked(name, "builds", err, "correct what does not build; replace lines in go.mod say where it comes from"), err
}

// packagesCheck builds the module's own packages, which cells may import.
func (s Spec) packagesCheck(ctx context.Context) Check {
	const name = "packages of the module"
	const broken = `{{if ne .Name "main"}}{{with .Error}}{{println .}}{{end}}{{range .DepsErrors}}{{println .}}{{end}}{{end}}`
	out, err := s.goCommand(ctx, nil, "list", "-e", "-export", "-f", broken, s.Root+"/...")
	c := checked(name, "all compile", err, "run there: go build ./...")
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") { // the line names a package
			c = checked(name, "", errors.New(strings.TrimSuffix(line, "; to add it:")), "correct it, or leave that package out of notebooks: cells that import it do not compile")
			break
		}
	}
	c.Optional = true
	return c
}

const cellLimit = 2 * time.Minute // the first cell may have to compile the standard library

// cellCheck runs one cell, with or without an import of package display.
func (s Spec) cellCheck(ctx context.Context, run Runner, imports bool) Check {
	const name = "run a cell"
	source := "%%\nfmt.Println(1 + 1)"
	if imports {
		source = "import _ \"" + DisplayPackage + "\"\n" + source
	}
	ctx, cancel := context.WithTimeoutCause(ctx, cellLimit, fmt.Errorf("no result in %v", cellLimit))
	defer cancel()
	begin := time.Now()
	result, err := run(ctx, s, source)
	if err == nil && strings.TrimSpace(result) != "2" {
		err = fmt.Errorf("1 + 1 gave %q", result)
	}
	return checked(name, fmt.Sprintf("1 + 1 = 2 in %v", time.Since(begin).Round(time.Millisecond)), err, "with everything above in order this is a fault of ours: please report it at https://"+module+"/issues")
}
