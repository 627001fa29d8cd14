package cli

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/spf13/cobra"
)

// versionInfo is what the binary knows of itself. Revision and Time are ""
// when it was built outside a work tree.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Time     string `json:"time"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func newVersionCommand(env *environment) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "version",
		Short:             "Print what this binary was built from",
		Example:           "  puzzlelab version --json",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			v := readVersion(debug.ReadBuildInfo())
			return env.writeOutput("", func(w io.Writer) error {
				if asJSON {
					return writeJSON(w, v)
				}
				_, err := fmt.Fprintln(w, v)
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func readVersion(info *debug.BuildInfo, ok bool) versionInfo {
	v := versionInfo{Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if !ok {
		return v
	}
	v.Version = cmp.Or(info.Main.Version, v.Version)
	v.Revision, v.Time, v.Modified = experiments.VCS(info)
	return v
}

func (v versionInfo) String() string {
	text := "puzzlelab " + v.Version
	if v.Revision != "" {
		text += " revision " + v.Revision
		if v.Modified {
			text += " with changes"
		}
	}
	return text + " " + v.Go + " " + v.Platform
}
