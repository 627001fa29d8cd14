package install

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

// kernelspec is the content of Jupyter's kernel.json.
type kernelspec struct {
	Argv          []string `json:"argv"`
	DisplayName   string   `json:"display_name"`
	Language      string   `json:"language"`
	InterruptMode string   `json:"interrupt_mode"`
}

//go:embed logo.svg
var logo []byte

// dataDir returns the folder in which Jupyter keeps the user's data: $JUPYTER_DATA_DIR if set, else
// ~/Library/Jupyter on macOS, else $XDG_DATA_HOME/jupyter if set, else ~/.local/share/jupyter.
func dataDir() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" && runtime.GOOS != "darwin" {
		return filepath.Join(dir, "jupyter"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("kernel: Jupyter's data folder: %w (set JUPYTER_DATA_DIR)", err)
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}

// specDir returns the folder of the kernelspec.
func specDir() (string, error) {
	data, err := dataDir()
	if err != nil {
		return "", err
	}
	return filepath.Abs(filepath.Join(data, "kernels", Name))
}

// Register registers a copy of binary as a Jupyter kernel and returns the kernel's new folder. If
// binary is "", it copies this program. Jupyter runs the copy with the given flags. The copy serves
// every module on this machine and has its own pinned tools. Registering again replaces the copy,
// even while a kernel is running.
func Register(binary string, flags ...string) (dir string, err error) {
	if runtime.GOOS == "windows" {
		return "", ErrPlatform
	}
	if dir, err = specDir(); err != nil {
		return "", err
	}
	if err = register(binary, dir, flags); err != nil {
		return "", fmt.Errorf("kernel: install: %w", err)
	}
	return dir, nil
}

func register(binary, dir string, flags []string) (err error) {
	if binary == "" {
		if binary, err = os.Executable(); err != nil {
			return err
		}
	}
	in, err := os.Open(binary)
	if err != nil {
		return err
	}
	defer in.Close()
	program := filepath.Join(dir, Name)
	spec, err := json.MarshalIndent(kernelspec{
		Argv:        slices.Concat([]string{program, "kernel"}, flags, []string{"{connection_file}"}),
		DisplayName: DisplayName, Language: "go", InterruptMode: "message",
	}, "", " ")
	// The program is written last, except for the file that makes Jupyter start it. A running
	// program is not overwritten.
	return errors.Join(
		err,
		outfile.WriteBytes(filepath.Join(dir, "logo-svg.svg"), logo),
		outfile.Write(program, func(w io.Writer) error { _, err := io.Copy(w, in); return err }),
		os.Chmod(program, 0o755),
		outfile.WriteBytes(filepath.Join(dir, "kernel.json"), append(spec, '\n')),
	)
}

// Unregister removes the folder created by [Register] and returns its path. If the kernel is not
// registered, the error is [fs.ErrNotExist].
func Unregister() (dir string, err error) {
	if dir, err = specDir(); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "kernel.json")); err != nil {
		return dir, fmt.Errorf("kernel: uninstall: %w", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return dir, fmt.Errorf("kernel: uninstall: %w", err)
	}
	return dir, nil
}

// registered returns the path of the program that Jupyter starts for this kernel. If the kernel is
// not registered, the error is [fs.ErrNotExist].
func registered() (program string, err error) {
	dir, err := specDir()
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	var spec kernelspec
	if err := json.Unmarshal(data, &spec); err != nil || len(spec.Argv) == 0 {
		return "", fmt.Errorf("kernel: %s is not a kernelspec", filepath.Join(dir, "kernel.json"))
	}
	if _, err := os.Stat(spec.Argv[0]); err != nil {
		return spec.Argv[0], fmt.Errorf("kernel: %w", err)
	}
	return spec.Argv[0], nil
}
