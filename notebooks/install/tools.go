package install

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// Tools holds the paths of the tools that cells need.
type Tools struct {
	GoNB, Goimports string // paths of the programs gonb and goimports; GoNB is "" unless gonb runs the cells
	Gopls           string // path of gopls; "" unless GoNB runs the cells for a user

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

// Gopls returns the path of the pinned version of gopls. If necessary, it first builds that version
// and writes messages to log as it does so. If the build fails, Gopls returns the error together
// with the path of any other gopls on PATH, or "". Callers may use that gopls, because it affects
// only completion.
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

// pinned holds the module files that pin the versions of the tools, separate from the dependencies
// of the code. They are embedded in the program, so that every module uses the tools that belong to
// the program. A tool whose dependencies conflict with those of the others has a separate file.
//
//go:embed tools.mod tools.sum gopls.mod gopls.sum
var pinned embed.FS

// Names of the embedded module files that are passed to the go command.
const (
	toolsFile = "tools.mod"
	goplsFile = "gopls.mod"
)

// pinnedModule makes the folder of the pinned files a module, which -modfile requires.
const pinnedModule = "// Pins the tools of puzzlelab's notebooks. It is written again if it is gone.\nmodule tools\n"

// writePins writes the pinned files into the user's cache, or into a temporary folder if there is no
// cache. remove removes the temporary folder.
func writePins() (dir string, remove func(), err error) {
	cache, err := os.UserCacheDir()
	if err == nil {
		dir, err = WriteModule(cache, "tools", pinnedModule, pinned)
	}
	if err == nil {
		return dir, func() {}, nil
	}
	temp, tempErr := os.MkdirTemp("", "puzzlelab-tools-")
	if tempErr == nil {
		if dir, tempErr = WriteModule(temp, "tools", pinnedModule, pinned); tempErr == nil {
			return dir, func() { jupyter.RemoveAll(temp) }, nil
		}
		jupyter.RemoveAll(temp)
	}
	return "", nil, fmt.Errorf("kernel: %s, and no cache folder: %w", noTemp, errors.Join(tempErr, err))
}

// WriteModule writes a module that consists of a go.mod file and the given files, and returns its
// folder in the given cache. The name of the folder includes a digest of the content. Other
// processes may use or write the same files at the same time.
func WriteModule(cache, name, goMod string, files fs.FS) (dir string, err error) {
	names, err := fs.Glob(files, "*")
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprint(h, goMod)
	contents := map[string][]byte{"go.mod": []byte(goMod)}
	for _, name := range names {
		if contents[name], err = fs.ReadFile(files, name); err != nil {
			return "", err
		}
		h.Write(contents[name])
	}
	dir = filepath.Join(cache, "puzzlelab", name+"-"+hex.EncodeToString(h.Sum(nil)[:8]))
	for name, data := range contents {
		path := filepath.Join(dir, name)
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, data) {
			continue
		}
		if err := outfile.WriteBytes(path, data); err != nil {
			return "", err
		}
	}
	return dir, nil
}
