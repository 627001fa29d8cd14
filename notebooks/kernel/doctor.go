package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// Check is one thing that notebooks need, and whether it is there.
type Check struct {
	Name   string // such as "go toolchain"
	OK     bool
	Detail string // what was found, or what is wrong
	Fix    string // what to do; "" if OK

	// Optional is set on checks that only Jupyter needs, not the command's own
	// runs.
	Optional bool
}

// Doctor checks everything a notebook in dir needs, from the Go toolchain to a
// cell that runs. Checks that depend on one that failed are left out. Notes
// about tools being built go to progress, which may be nil.
func Doctor(ctx context.Context, p Placement, dir string, progress io.Writer) []Check {
	return doctor(ctx, p, dir, Interactive, progress)
}

func doctor(ctx context.Context, p Placement, dir string, use Use, progress io.Writer) []Check {
	checks := []Check{installedCheck(p)}
	version, err := goEnv(ctx, dir, "GOVERSION")
	if err != nil {
		return append([]Check{{Name: "go toolchain", Detail: err.Error(), Fix: "install Go from https://go.dev/dl/ and put it on PATH"}}, checks...)
	}
	found := []Check{{Name: "go toolchain", OK: true, Detail: version}}
	spec, err := Command(ctx, dir, use, progress)
	switch {
	case errors.Is(err, ErrNoModule):
		return append(append(found, Check{Name: "module", Detail: err.Error(), Fix: "move the notebook into a folder of a Go module, or run: go mod init example.com/notes"}), checks...)
	case err != nil:
		return append(append(found, Check{Name: "kernel tools", Detail: err.Error(), Fix: toolsFix(err)}), checks...)
	}
	found = append(found, Check{Name: "module", OK: true, Detail: spec.Root})
	found = append(found, toolCheck("gonb", spec.Tools.GoNB), toolCheck("goimports", spec.Tools.Goimports))
	if use == Interactive {
		gopls := toolCheck("gopls", spec.Tools.Gopls)
		gopls.Optional = true
		found = append(found, gopls)
	}
	// For the cell without gopls, which would outlive the kernel.
	if spec, err = Command(ctx, dir, Headless, progress); err == nil {
		found = append(found, cellCheck(ctx, spec, progress))
	}
	return append(found, checks...)
}

// toolsFix says what to do when the tools cannot be built.
func toolsFix(err error) string {
	if fix := Fix(err); fix != "" {
		return fix
	}
	return networkFix + ", then run this again; the tools are pinned in " + toolsFile
}

func toolCheck(name, path string) Check {
	c := Check{Name: name}
	if path == "" {
		c.Detail, c.Fix = "not found; Jupyter will not complete code", "see why it does not build: go tool -modfile="+toolsFile+" gopls version (or install one on PATH)"
		return c
	}
	version, err := Version(path)
	if err != nil {
		c.Detail, c.Fix = err.Error(), "remove the file; it is built again"
		return c
	}
	c.OK, c.Detail = true, version
	return c
}

func installedCheck(p Placement) Check {
	c := Check{Name: "kernel in Jupyter", Optional: true, Fix: "run: puzzlelab kernel install"}
	program, err := Installed(p)
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

const cellLimit = 2 * time.Minute // a first cell may compile the standard library

// module is this project's path.
const module = "github.com/puzzlelab/puzzlelab"

// displayPackage is what cells show things with.
const displayPackage = module + "/notebooks/display"

// cellCheck starts a kernel and runs one cell, which imports the package that
// nearly all do, if the module has it.
func cellCheck(ctx context.Context, spec Spec, progress io.Writer) Check {
	c := Check{Name: "run a cell"}
	source := "%%\nfmt.Println(1 + 1)"
	if _, err := goCommand(ctx, spec.Root, "list", "-m", "-mod=readonly", module); err == nil {
		source = "import _ \"" + displayPackage + "\"\n" + source
		if err := spec.Prepare(ctx, []string{displayPackage}, progress); err != nil {
			c.Detail, c.Fix = err.Error(), toolsFix(err)
			return c
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, cellLimit, fmt.Errorf("no result in %v", cellLimit))
	defer cancel()
	begin := time.Now()
	result, err := runCell(ctx, spec, source)
	switch {
	case err != nil:
		c.Detail = err.Error()
	case strings.TrimSpace(result) != "2":
		c.Detail = fmt.Sprintf("1 + 1 gave %q", result)
	default:
		c.OK, c.Detail = true, fmt.Sprintf("1 + 1 = 2 in %v", time.Since(begin).Round(time.Millisecond))
		return c
	}
	c.Fix = "run it by hand to see more: " + strings.Join(spec.Argv, " ")
	return c
}

// runCell runs one cell in a kernel of its own and returns what it printed.
func runCell(ctx context.Context, spec Spec, source string) (string, error) {
	k, err := jupyter.Start(ctx, jupyter.Command{Argv: spec.Argv, Env: spec.Env, Dir: spec.Dir})
	if err != nil {
		return "", err
	}
	defer k.Close()
	id, err := k.Execute(source, jupyter.ExecuteOptions{StoreHistory: true})
	if err != nil {
		return "", err
	}
	var printed strings.Builder
	for replied, idle := false, false; !replied || !idle; {
		select {
		case m := <-k.Messages():
			if m.Parent != id {
				continue
			}
			var content struct {
				Text  string `json:"text"`
				Value string `json:"evalue"`
			}
			_ = json.Unmarshal(m.Content, &content)
			switch {
			case m.Type == "stream":
				printed.WriteString(content.Text)
			case m.Type == "error":
				err = errors.New(content.Value)
			case m.Type == "execute_reply":
				replied = true
			case m.Idle():
				idle = true
			}
		case <-k.Done():
			return "", k.Dead()
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
	return printed.String(), err
}
