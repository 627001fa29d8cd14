package code

import (
	"fmt"
	"os"
	"path/filepath"
)

// ModuleRoot returns the nearest folder with a go.mod: dir itself or one above
// it. The error wraps [os.ErrNotExist] if there is none.
func ModuleRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("code: find the module of %q: %w", dir, err)
	}
	for at := abs; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && !info.IsDir() {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("code: there is no go.mod in %s or above it: %w", abs, os.ErrNotExist)
		}
	}
}
