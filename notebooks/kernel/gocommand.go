package kernel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

func checkGo() error {
	if _, err := exec.LookPath("go"); err != nil {
		return ErrNoGo
	}
	return nil
}

// goEnv returns a setting as the go command sees it in dir, including those
// made by "go env -w". The flags are for users whose GOFLAGS say otherwise.
func goEnv(ctx context.Context, dir, name string) (string, error) {
	out, err := goCommand(ctx, dir, "env", "-json=false", "-changed=false", name)
	return strings.TrimSpace(string(out)), err
}

// goCommand runs the go command in dir and returns what it prints. Its own
// message becomes the error, a [*MissingError] if it names a module.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return run(ctx, dir, os.Environ(), nil, args...)
}

// goBuild is goCommand for commands that build something. The go command
// leaves its folder of half-built packages behind when it is interrupted, so
// that is made inside one that is removed.
func goBuild(ctx context.Context, dir string, args ...string) (out []byte, err error) {
	err = inTemp(ctx, dir, func(temp string) error {
		// -modfile is not allowed inside a workspace.
		out, err = run(ctx, dir, append(os.Environ(), "GOWORK=off", "TMPDIR="+temp, "GOTMPDIR="+temp), nil, args...)
		return err
	})
	return out, err
}

// inTemp calls do with a folder that is removed afterwards, where the go
// command that runs in dir would make its own.
func inTemp(ctx context.Context, dir string, do func(temp string) error) error {
	base, err := goEnv(ctx, dir, "GOTMPDIR")
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp(base, "puzzlelab-go-")
	if err != nil {
		return fmt.Errorf("kernel: %s: %w", noTemp, err)
	}
	defer removeAll(temp)
	return do(temp)
}

// removeAll removes a folder into which a process that was just killed may
// still be writing for a moment.
func removeAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// interruptDelay is how long a go command may take to end once it was
// interrupted.
const interruptDelay = 2 * time.Second

// run runs the go command. What it writes on standard error goes to watch, too,
// if that is not nil.
func run(ctx context.Context, dir string, env []string, watch io.Writer, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	// What is built is for this machine, whatever the user builds for.
	cmd.Dir, cmd.Env = dir, append(env, "PWD="+dir, "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	end := interruptible(cmd)
	cmd.WaitDelay = interruptDelay
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if watch != nil {
		cmd.Stderr = io.MultiWriter(&stderr, watch)
	}
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		end()
		return nil, context.Cause(ctx)
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, ErrNoGo
	}
	message := strings.TrimSpace(stderr.String())
	if message == "" {
		message = err.Error()
	}
	if missing := missingModule(message); missing != nil {
		missing.dir = dir
		for _, arg := range args {
			if file, ok := strings.CutPrefix(arg, "-modfile="); ok {
				missing.modfile = file
			}
		}
		return nil, missing
	}
	return nil, fmt.Errorf("kernel: go %s: %s", strings.Join(args, " "), message)
}

const noTemp = "no temporary folder"

// causes are parts of what the go command says when its surroundings are at
// fault, and what to do then.
var causes = []struct{ said, fix string }{
	{"$GOFLAGS", "correct GOFLAGS in the environment, or what go env -w stored for it"},
	{"no space left on device", "free some space"},
	{"HOME is not defined", homeFix},
	{"nor $HOME are defined", homeFix},
	{"neither GOMODCACHE nor GOPATH is set", homeFix},
	{noTemp, "set TMPDIR, and GOTMPDIR if there is one, to a folder that can be written to"},
	{"initialize build cache", "set GOCACHE to a folder that can be written to"},
	{"dial tcp", networkFix},
	{"i/o timeout", networkFix},
}

const (
	homeFix    = "set HOME: the go command keeps its caches below it"
	networkFix = "check the network and GOPROXY"
)

// Fix says what to do about an error of [Command] or [Spec.Prepare] that comes
// from the go command's surroundings; "" if the cause is not one that is known.
func Fix(err error) string {
	if missing, ok := errors.AsType[*MissingError](err); ok {
		return "with a network, run: " + missing.command()
	}
	if err != nil {
		for _, c := range causes {
			if strings.Contains(err.Error(), c.said) {
				return c.fix
			}
		}
	}
	return ""
}
