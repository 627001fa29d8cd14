package install

import (
	"cmp"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Tools holds the paths of the programs with which cells are run.
type Tools struct {
	GoNB, Goimports string // paths of both programs; GoNB is "" unless it runs the cells
	Gopls           string // path of gopls; "" unless cells run for a user with GoNB

	goplsErr error // why the pinned gopls is missing
}

// findTools asks the go command for the pinned tools, and builds missing ones in temp.
func findTools(ctx context.Context, temp string, use Use, progress io.Writer) (t Tools, err error) {
	pins, remove, err := writePins()
	if err != nil {
		return t, err
	}
	log := &announcer{w: progress}
	var gonbErr, goimportsErr error
	var wait sync.WaitGroup
	if use.gonb {
		wait.Go(func() { t.GoNB, gonbErr = findTool(ctx, temp, pins, toolsFile, "gonb", log) })
	}
	wait.Go(func() { t.Goimports, goimportsErr = findTool(ctx, temp, pins, toolsFile, "goimports", log) })
	if use.gonb && use.patience > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, use.patience, errors.New("still being built"))
		defer cancel()
		wait.Go(func() { t.Gopls, t.goplsErr = Gopls(limited, progress) })
	}
	wait.Wait()
	err = cmp.Or(context.Cause(ctx), gonbErr, goimportsErr)        // what prevents one build usually prevents the others too
	if _, missing := errors.AsType[*MissingError](err); !missing { // the command that fetches the module must run in that folder
		remove()
	}
	if ctx.Err() == nil && t.goplsErr != nil {
		log.printf("no pinned gopls: %s", firstLine(t.goplsErr))
	}
	return t, err
}

// Gopls returns the path of the pinned gopls. If it was never built on this machine, Gopls builds
// it. If the build fails, Gopls returns the error and the gopls on PATH, since only completion
// depends on it. Messages go to log.
func Gopls(ctx context.Context, log io.Writer) (path string, err error) {
	pins, remove, err := writePins()
	if err != nil {
		return "", err
	}
	defer remove()
	temp, err := goEnv(ctx, pins, "GOTMPDIR")
	if err == nil {
		path, err = findTool(ctx, temp[0], pins, goplsFile, "gopls", &announcer{w: log})
	}
	if err != nil {
		path, _ = exec.LookPath("gopls")
	}
	return path, err
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// findTool returns the path of a tool that a file in the folder pins lists.
func findTool(ctx context.Context, temp, pins, file, name string, log *announcer) (string, error) {
	late := time.AfterFunc(lateAfter, func() {
		log.printf("building %s (first run, about a minute) …", name)
	})
	defer late.Stop()
	var out []byte
	err := inTemp(temp, func(temp string) (err error) {
		// -modfile is not allowed inside a workspace.
		env := append(os.Environ(), "GOWORK=off", "TMPDIR="+temp, "GOTMPDIR="+temp)
		out, err = run(ctx, pins, env, nil, "tool", "-modfile="+file, "-n", name)
		return err
	})
	if err != nil {
		return "", err
	}
	path := string(out[:max(0, len(out)-1)])
	if !isFile(path) {
		return "", fmt.Errorf("kernel: go tool -n %s: %q is not a program", name, path)
	}
	return path, nil
}

// announcer writes lines for users who are waiting.
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

// toolVersion returns the version of the module from which a Go program was built, such as v0.11.4. It
// reads the program's build information, because the output of GoNB's own version flag is
// unreliable: v0.11.4 calls itself v0.11.1.
func toolVersion(program string) (string, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return "", fmt.Errorf("kernel: version of %s: %w", program, err)
	}
	return info.Main.Version, nil
}
