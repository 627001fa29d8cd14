package kernel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Prepare fetches and builds the packages that cells import, in a workspace
// like the one GoNB makes, so that no cell needs the network or waits for a
// compiler. A module that is missing and cannot be fetched is a
// [*MissingError]. Packages that do not exist or do not compile are no error
// here: the cell that imports them says so in its own words and place.
//
// The go command loads the whole module graph in a workspace, also modules that
// only tests need. A program built before need not have fetched those.
func (s Spec) Prepare(ctx context.Context, imports []string, progress io.Writer) error {
	imports = slices.DeleteFunc(slices.Clone(imports), func(path string) bool { return path == "C" })
	proxy, err := goEnv(ctx, s.Dir, "GOPROXY")
	if err != nil {
		return err
	}
	return inTemp(ctx, s.Dir, func(temp string) error {
		if len(imports) == 0 {
			return nil // cells need the folder all the same
		}
		env := append(slices.Clone(s.Env), "GOPROXY="+proxy, "TMPDIR="+temp, "GOTMPDIR="+temp)
		if _, err := run(ctx, temp, env, nil, slices.Concat([]string{"work", "init"}, s.modules)...); err != nil {
			return err
		}
		var packages lineCount
		stop := (&announcer{w: progress}).building(&packages)
		defer stop()
		_, err := run(ctx, temp, env, &packages, slices.Concat([]string{"build", "-v", "--"}, imports)...)
		if missing, ok := errors.AsType[*MissingError](err); ok {
			missing.dir = s.Root
			return missing
		}
		return ctx.Err()
	})
}

// fetch downloads the modules that the module at root and its workspace
// require: what a person will import is not known beforehand.
func fetch(ctx context.Context, root, flags string, log *announcer) {
	late := time.AfterFunc(lateAfter, func() { log.printf("fetching the modules of %s …", root) })
	defer late.Stop()
	if _, err := run(ctx, root, append(os.Environ(), "GOFLAGS="+flags), nil, "mod", "download"); err != nil {
		log.printf("%s; cells that import from it do not build", firstLine(err))
	}
}

// MissingError reports a module that is not in the module cache and cannot be
// fetched.
type MissingError struct {
	Module string // path@version
	Reason string // what the go command says

	dir, modfile string // where it is required
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("kernel: module %s is not in the module cache and cannot be fetched: %s", e.Module, e.Reason)
}

// command fetches the module and all others that are required beside it.
func (e *MissingError) command() string {
	command := "go mod download"
	if strings.ContainsAny(e.dir, " '\"$") {
		command = "go mod download -C '" + strings.ReplaceAll(e.dir, "'", `'\''`) + "'"
	} else if e.dir != "" {
		command += " -C " + e.dir
	}
	if e.modfile != "" {
		command += " -modfile=" + e.modfile
	}
	return command
}

var missingPattern = regexp.MustCompile(`(\S+@v[^\s:]+): (.+)`)

// missingModule finds the module that the go command did without in what it
// wrote on standard error.
func missingModule(message string) *MissingError {
	m := missingPattern.FindStringSubmatch(message)
	if m == nil {
		return nil
	}
	return &MissingError{Module: m[1], Reason: m[2]}
}

// lineCount counts the lines written to it. With -v the go command writes one
// for each package that it compiles.
type lineCount struct{ atomic.Int64 }

func (n *lineCount) Write(p []byte) (int, error) {
	n.Add(int64(bytes.Count(p, []byte("\n"))))
	return len(p), nil
}

const (
	lateAfter = 2 * time.Second // nobody asks what happens before
	sayEvery  = 10 * time.Second
)

// building announces a build that takes long, until stop is called.
func (a *announcer) building(packages *lineCount) (stop func()) {
	done := make(chan struct{})
	var announced sync.WaitGroup
	announced.Go(func() {
		for pause := lateAfter; ; pause = sayEvery {
			select {
			case <-done:
				return
			case <-time.After(pause):
				a.printf("building what the cells import (first run, about a minute): %d packages so far …", packages.Load())
			}
		}
	})
	return func() {
		close(done)
		announced.Wait()
	}
}
