package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
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
	c := &versioning{environment: env, jsonFlag: jsonFlag{usage: oneObject}}
	return newCommand(&cobra.Command{
		Use:     "version",
		Short:   "Print what this binary was built from",
		Example: "  puzzlelab version --json",
	}, c.run, withoutArguments{}, &c.jsonFlag)
}

// versioning is the command version.
type versioning struct {
	*environment
	jsonFlag
}

func (c *versioning) run(*cobra.Command, []string) error {
	return printRows(c.environment, c.json, []versionInfo{readVersion(debug.ReadBuildInfo())}, line)
}

func readVersion(info *debug.BuildInfo, ok bool) versionInfo {
	v := versionInfo{Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if ok {
		v.Version = cmp.Or(info.Main.Version, v.Version)
		v.Revision, v.Time, v.Modified = experiments.VCS(info)
	}
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
