package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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
	switch mod {
	case "":
		return workspace{}, fmt.Errorf("kernel: %s: no modules with %s", dir, noModules)
	case os.DevNull:
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
