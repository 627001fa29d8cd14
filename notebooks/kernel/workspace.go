package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// workspace is what cells may import without fetching it.
type workspace struct {
	root    string   // folder of the enclosing go.mod
	modules []string // root, or all modules of the enclosing go.work
}

// findWorkspace looks for go.mod in dir and the folders above. If a go.work is
// in force there, its modules take part too: GoNB does not read it.
func findWorkspace(ctx context.Context, dir string) (workspace, error) {
	mod, err := goEnv(ctx, dir, "GOMOD")
	if err != nil {
		return workspace{}, err
	}
	if mod == "" || mod == os.DevNull {
		return workspace{}, fmt.Errorf("kernel: %s: %w", dir, ErrNoModule)
	}
	w := workspace{root: filepath.Dir(mod)}
	w.modules = []string{w.root}
	work, err := goEnv(ctx, dir, "GOWORK")
	if err != nil || work == "" || work == "off" {
		return w, err
	}
	out, err := goCommand(ctx, dir, "work", "edit", "-json", work)
	if err != nil {
		return w, err
	}
	var file struct{ Use []struct{ DiskPath string } }
	if err := json.Unmarshal(out, &file); err != nil {
		return w, fmt.Errorf("kernel: go work edit -json %s: %w", work, err)
	}
	for _, use := range file.Use {
		path := use.DiskPath
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(work), path)
		}
		if path = filepath.Clean(path); path != w.root {
			w.modules = append(w.modules, path)
		}
	}
	return w, nil
}

func checkGo() error {
	if _, err := exec.LookPath("go"); err != nil {
		return ErrNoGo
	}
	return nil
}

// goEnv returns a setting as the go command sees it in dir, including those
// made by "go env -w".
func goEnv(ctx context.Context, dir, name string) (string, error) {
	out, err := goCommand(ctx, dir, "env", name)
	return strings.TrimSpace(string(out)), err
}

// goCommand runs the go command in dir and returns what it prints. Its own
// message becomes the error.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return run(ctx, dir, os.Environ(), args...)
}

func run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, append(env, "PWD="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
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
