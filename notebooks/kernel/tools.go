package kernel

import (
	"cmp"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Tools are the paths of the programs a kernel consists of.
type Tools struct {
	GoNB, Goimports string
	Gopls           string // "" unless the use is Interactive
}

// toolsFile is the module file that pins the tools, apart from the
// dependencies of the code. A tool that cannot share its dependencies with the
// others has a file of its own, such as gopls.mod.
const toolsFile = "tools.mod"

func pinFile(pins, tool string) string {
	if own := tool + ".mod"; isFile(filepath.Join(pins, own)) {
		return own
	}
	return toolsFile
}

// module is this project's path; modules that require it take its tools.
const module = "github.com/puzzlelab/puzzlelab"

// findTools asks the go command for the tools that are pinned for the module
// at root, building what is missing. A module that pins none uses those of
// this project, if it requires it, else those on PATH.
func findTools(ctx context.Context, root string, use Use, progress io.Writer) (Tools, error) {
	var t Tools
	wanted := []struct {
		name string
		path *string
	}{{"gonb", &t.GoNB}, {"goimports", &t.Goimports}}
	pins, err := findPins(ctx, root)
	if err != nil {
		return t, err
	}
	log := &announcer{w: progress}
	errs := make([]error, len(wanted))
	var wait sync.WaitGroup
	for i, tool := range wanted {
		wait.Go(func() { *tool.path, errs[i] = findTool(ctx, pins, tool.name, log) })
	}
	var goplsErr error
	if use != Headless {
		limited, cancel := context.WithTimeoutCause(ctx, use.patience(), errors.New("still being built"))
		wait.Go(func() {
			defer cancel()
			t.Gopls, goplsErr = findTool(limited, pins, "gopls", log)
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return Tools{}, context.Cause(ctx)
	}
	if goplsErr != nil { // only completion depends on it, and another version will do
		log.printf("no pinned gopls: %s", firstLine(goplsErr))
		t.Gopls, _ = exec.LookPath("gopls")
	}
	return t, cmp.Or(errs...) // what keeps one from being built mostly keeps the others
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// findPins returns the folder whose tools.mod counts for the module at root,
// or "". The error is a [*MissingError].
func findPins(ctx context.Context, root string) (string, error) {
	if isFile(filepath.Join(root, toolsFile)) {
		return root, nil
	}
	dir, err := goCommand(ctx, root, "list", "-m", "-mod=readonly", "-json=false", "-f", "{{.Dir}}", module)
	if err != nil {
		if missing, ok := errors.AsType[*MissingError](err); ok {
			return "", missing
		}
		return "", nil
	}
	pins := string(dir[:max(0, len(dir)-1)])
	if pins == "" || !isFile(filepath.Join(pins, toolsFile)) {
		return "", nil
	}
	return pins, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func findTool(ctx context.Context, pins, name string, log *announcer) (string, error) {
	if pins == "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("kernel: no %s: the module has no %s that pins it, and it is not on PATH", name, toolsFile)
		}
		return filepath.Abs(path)
	}
	late := time.AfterFunc(lateAfter, func() {
		log.printf("building %s (first run, about a minute) …", name)
	})
	defer late.Stop()
	out, err := goBuild(ctx, pins, "tool", "-modfile="+pinFile(pins, name), "-n", name)
	if err != nil {
		return "", err
	}
	path := string(out[:max(0, len(out)-1)])
	if !isFile(path) {
		return "", fmt.Errorf("kernel: go tool -n %s: %q is not a program", name, path)
	}
	return path, nil
}

// announcer writes lines for people who wait.
type announcer struct {
	mu sync.Mutex
	w  io.Writer
}

func (a *announcer) printf(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.w != nil {
		fmt.Fprintf(a.w, format+"\n", args...)
	}
}

// Version returns the version of the module a Go program was built from, such
// as v0.11.4, out of the program's build information. GoNB's own answer is not
// to be trusted: v0.11.4 calls itself v0.11.1.
func Version(program string) (string, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return "", fmt.Errorf("kernel: version of %s: %w", program, err)
	}
	return info.Main.Version, nil
}
