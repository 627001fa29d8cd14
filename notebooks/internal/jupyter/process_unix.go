//go:build unix

package jupyter

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Group is a set of process groups that end together. It can end all processes that it has started,
// and an interrupt typed at the terminal does not reach them.
//
// A guard process cleans up if this process is killed before it can do so. The guard is a shell
// that waits until its standard input is closed. Only this process holds the other end of that
// input. The guard leads its own process group.
type Group struct {
	guard *exec.Cmd // nil if there is no shell
	input io.WriteCloser
	mu    sync.Mutex
	more  []int // leaders of other process groups that end with this one
}

// guardScript asks the processes of its group, and of the groups named on the last line that it
// read, to end. Then it removes the folder $1 and kills what remains, including itself.
const guardScript = `trap "" TERM
while read -r line; do groups=$line; done
kill -s TERM -- $groups 0
sleep 0.2
rm -rf -- "$1"
kill -s KILL -- $groups
kill -s KILL 0`

// NewGroup starts a group and its guard. If this process is killed, the guard also removes the
// folder dir.
func NewGroup(dir string) *Group {
	guard := exec.Command("/bin/sh", "-c", guardScript, "guard", dir)
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	guard.Env = append(os.Environ(), "PATH="+os.Getenv("PATH")+":/usr/bin:/bin") // to find sleep and rm
	input, err := guard.StdinPipe()
	if err != nil || guard.Start() != nil {
		return &Group{}
	}
	return &Group{guard: guard, input: input}
}

// Start starts a command as the leader of a process group that ends with this group. Start also
// forgets process groups that have ended, because the system may reuse their IDs.
func (g *Group) Start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.more = slices.DeleteFunc(g.more, func(old int) bool { return syscall.Kill(-old, 0) != nil })
	g.more = append(g.more, cmd.Process.Pid)
	if g.guard != nil {
		var line strings.Builder
		for _, leader := range g.more {
			fmt.Fprintf(&line, " -%d", leader)
		}
		_, _ = io.WriteString(g.input, line.String()+"\n")
	}
	return nil
}

// Kill kills all processes that the group has started, and the guard.
func (g *Group) Kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, leader := range g.more {
		_ = syscall.Kill(-leader, syscall.SIGKILL)
	}
	if g.guard != nil {
		_ = syscall.Kill(-g.guard.Process.Pid, syscall.SIGKILL)
		g.input.Close()
		_ = g.guard.Wait()
	}
}
