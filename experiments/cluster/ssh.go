package cluster

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// ssh runs one shard at a time on each host.
type ssh struct{ pool }

var sshKind = Kind{
	Name: "ssh", Title: "ssh", Form: "ssh:HOST,…",
	Doc: `--on ssh:HOST,HOST runs a shard at a time on each host, with a worker for each
core, and waits. All hosts must see the results folder under the same name, and
run programs of this machine. If it is interrupted, hosts finish their shard.`,
	make: func(hosts string, _ []string) (Engine, error) {
		places := strings.Split(hosts, ",")
		if slices.ContainsFunc(places, func(host string) bool { return host == "" || host[0] == '-' || strings.ContainsAny(host, " \t\n") }) {
			return nil, fmt.Errorf("%q does not name hosts (want ssh:HOST,HOST)", "ssh:"+hosts)
		}
		return ssh{pool{places, func(ctx context.Context, s *Submission, host string, shard int) *exec.Cmd {
			return SSH(ctx, host, fmt.Sprintf("cd %s && exec sh %s %d ''", quote(s.Root), quote(s.script), shard))
		}}}, nil
	},
}

// SSH returns a command that runs a script on a host. The command never asks for a password, and
// does not wait for a host that is gone.
func SSH(ctx context.Context, host, script string) *exec.Cmd {
	return exec.CommandContext(ctx, "ssh", "-oBatchMode=yes", "-oServerAliveInterval=30", host, script)
}

func (e ssh) String() string { return "ssh:" + strings.Join(e.places, ",") }

func (e ssh) Shards(s experiments.State, most int) int { return portions(s, len(e.places), most) }
