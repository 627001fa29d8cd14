package process

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
)

// maxFrame bounds the memory that a broken process can make the other side allocate.
const maxFrame = 1 << 30

// appendFrame appends a frame to b.
func appendFrame(b, content []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(content))), content...)
}

// unframe returns the content of the frame at the beginning of b, if it is complete, and the bytes
// after it.
func unframe(b []byte) (content, rest []byte, ok bool, err error) {
	if len(b) < 4 {
		return nil, b, false, nil
	}
	n := int(binary.LittleEndian.Uint32(b))
	switch {
	case n > maxFrame:
		return nil, b, false, fmt.Errorf("a frame of %d bytes (want at most %d)", n, maxFrame)
	case len(b) < 4+n:
		return nil, b, false, nil
	}
	return b[4 : 4+n], b[4+n:], true, nil
}

// Join prepares this process to serve a parent. Call it as early as possible, and only in a child
// that [Start] started. Child processes of this process do not inherit its channels and cannot
// outlive it. When the parent ends, this process ends at once, with all its child processes.
var Join = sync.OnceFunc(func() {
	closeOnExec(3, 4, 5)
	adopt()
	alive := os.NewFile(5, "alive")
	go func() {
		_, _ = alive.Read(make([]byte, 1))
		k := newKin(os.Getpid())
		k.kill()
		killGroup(os.Getpid())
		os.Exit(0)
	}()
})

// Leave sends the answer to a request and ends the process.
func Leave(answer []byte) {
	_, _ = os.NewFile(4, "answers").Write(appendFrame(nil, answer))
	os.Exit(0)
}

// Serve tells the parent that this process is ready, and calls answer for each request until there
// are no more requests.
func Serve(answer func(request []byte) []byte) {
	Join()
	in, out := os.NewFile(3, "requests"), os.NewFile(4, "answers")
	_, err := out.Write(appendFrame(nil, nil))
	var buffer []byte
	soon := false
	for err == nil {
		if soon {
			look(in, moment)
		}
		request, rest, ok, wrong := unframe(buffer)
		if !ok {
			var n int
			buffer = slices.Grow(buffer, 4096)
			if n, err = in.Read(buffer[len(buffer):cap(buffer)]); err == io.EOF {
				break
			}
			buffer = buffer[:len(buffer)+n]
			if wrong != nil {
				err = wrong
			}
			continue
		}
		_, err = out.Write(appendFrame(nil, answer(request)))
		buffer = append(buffer[:0], rest...)
	}
}

// Printed returns what this process has printed since the last call, truncated as in
// [Process.Output].
func Printed() string { return printed(os.Stderr) }

// Left returns the names of running processes started by this process without this package, or ""
// if there are none. It also reaps ended processes. none reports that this process has no children
// at all, if the system can tell.
func Left() (names string, none bool) { return left() }

// leftRunning returns the sentence for a request's output about the processes it left; "" for none.
func leftRunning(names []string) string {
	if names == nil {
		return ""
	}
	return "left running, and killed: " + strings.Join(names, ", ")
}
