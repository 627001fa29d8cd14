//go:build unix

package jupyter

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

const unixSockets = true

// group is the process group of a kernel: everything the kernel starts can be
// ended together with it, and an interrupt typed at the terminal does not
// reach it.
//
// The group is led by a guard, a shell that waits for the end of its standard
// input, whose other end only this process holds. If this process is killed
// before it could clean up, the guard does. It is there before the kernel, so
// that no moment is unguarded.
type group struct {
	guard *exec.Cmd // nil if there is no shell; the kernel then leads the group
	input io.WriteCloser
}

// guardScript asks the group to end, removes the folder $1, and ends what is
// left, itself included.
const guardScript = `trap "" TERM
read -r _
kill -s TERM 0
sleep 0.2
rm -rf -- "$1"
kill -s KILL 0`

// newGroup starts the guard of a kernel with that temporary folder.
func newGroup(dir string) *group {
	guard := exec.Command("/bin/sh", "-c", guardScript, "guard", dir)
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	guard.Env = append(os.Environ(), "PATH="+os.Getenv("PATH")+":/usr/bin:/bin") // for sleep and rm
	input, err := guard.StdinPipe()
	if err != nil || guard.Start() != nil {
		return &group{}
	}
	return &group{guard, input}
}

// adopt makes a command that is not started yet part of the group.
func (g *group) adopt(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if g.guard != nil {
		cmd.SysProcAttr.Pgid = g.guard.Process.Pid
	}
}

// kill ends the group. The command may not have been started.
func (g *group) kill(cmd *exec.Cmd) {
	switch {
	case g.guard != nil:
		_ = syscall.Kill(-g.guard.Process.Pid, syscall.SIGKILL)
		g.input.Close()
		_ = g.guard.Wait()
	case cmd.Process != nil:
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
