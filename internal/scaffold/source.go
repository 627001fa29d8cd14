package scaffold

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
)

// module is this project's path.
const module = "github.com/puzzlelab/puzzlelab"

// Source describes from where a lab gets puzzlelab: from a released version or from a checkout.
type Source struct {
	Version string // version of puzzlelab in go.mod
	Dir     string // folder of a checkout that replaces the version; "" for a release
}

// released matches versions that can be fetched.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// Own returns the source from which this program was built. This is the checkout, if it still
// exists, and otherwise the released version. If there is neither, Own returns an error.
func Own() (Source, error) {
	_, file, _, _ := runtime.Caller(0)
	info, _ := debug.ReadBuildInfo()
	return sourceOf(info, filepath.Dir(filepath.Dir(filepath.Dir(file))))
}

// sourceOf is [Own] for a program compiled from the folder root.
func sourceOf(info *debug.BuildInfo, root string) (Source, error) {
	version := ""
	if info != nil {
		for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
			if m.Path == module && m.Replace == nil {
				version = m.Version
			}
		}
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil && filepath.IsAbs(root) && !inModuleCache.MatchString(root) {
		return Source{Version: "v0.0.0", Dir: root}, nil
	}
	if released.MatchString(version) {
		return Source{Version: version}, nil
	}
	return Source{}, errors.New("scaffold: this program is of no release, and the folder of its source is gone or not known: build it with go build in a checkout")
}

// inModuleCache matches the folder of a module that the go command fetched.
var inModuleCache = regexp.MustCompile(`@v[^/\\]+$`)
