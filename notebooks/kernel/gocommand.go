package kernel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
// message becomes the error.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return run(ctx, dir, os.Environ(), args...)
}

// goBuild is goCommand for commands that build something. The go command
// leaves its folder of half-built packages behind when it is interrupted, so
// that is made inside one that is removed.
func goBuild(ctx context.Context, dir string, args ...string) ([]byte, error) {
	base, err := goEnv(ctx, dir, "GOTMPDIR")
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp(base, "puzzlelab-go-")
	if err != nil {
		return nil, fmt.Errorf("kernel: %s: %w", noTemp, err)
	}
	defer removeAll(temp)
	// -modfile is not allowed inside a workspace.
	return run(ctx, dir, append(os.Environ(), "GOWORK=off", "TMPDIR="+temp, "GOTMPDIR="+temp), args...)
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

func run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	// What is built is for this machine, whatever the user builds for.
	cmd.Dir, cmd.Env = dir, append(env, "PWD="+dir, "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH)
	end := interruptible(cmd)
	cmd.WaitDelay = interruptDelay
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
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
	{"module lookup disabled", networkFix},
	{"dial tcp", networkFix},
	{"i/o timeout", networkFix},
}

const (
	homeFix    = "set HOME: the go command keeps its caches below it"
	networkFix = "check the network and GOPROXY"
)

// Fix says what to do about an error of [Command] that comes from the go
// command's surroundings; "" if the cause is not one that is known.
func Fix(err error) string {
	if err != nil {
		for _, c := range causes {
			if strings.Contains(err.Error(), c.said) {
				return c.fix
			}
		}
	}
	return ""
}
