package kernel

import (
	"context"
	"os"
	"path/filepath"
)

// Find returns what is known of how a notebook in dir ("" is the working folder)
// runs before any tool is looked for: folders, modules and environment. Errors are
// those of [Command].
func Find(ctx context.Context, dir string) (Spec, error) {
	if err := Runs(); err != nil {
		return Spec{}, err
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Spec{}, err
	}
	work, err := findWorkspace(ctx, dir)
	if err != nil {
		return Spec{}, err
	}
	flags, err := goEnv(ctx, dir, "GOFLAGS")
	return Spec{
		Env: environment(os.Environ(), Tools{}, flags, Compiled), Dir: dir, Root: work.root, modules: work.modules,
	}, err
}
