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

// Join prepares this process to serve its parent. It must be called as early as possible, and only
// in a process that [Start] started. Processes that this process starts do not inherit the
// descriptors for requests and answers. When the parent ends, this process ends immediately, with
// all its child processes.
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

// Leave sends the answer to the current request and ends this process.
func Leave(answer []byte) {
	_, _ = os.NewFile(4, "answers").Write(appendFrame(nil, answer))
	os.Exit(0)
}

// Serve tells the parent that this process is ready. It then calls answer for each request and
// sends the result, until there are no more requests.
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

// Printed returns what this process has printed since the last call, cut to its first 4,096 bytes.
func Printed() string { return printed(os.Stderr) }

// Left lists running child processes that this process started without this package, and that the
// parent is going to kill. The result names is a phrase for the answer to a request, such as "left
// running, and killed: sleep (process 17)", or "" if there are none. The result none is true if the
// system can tell that this process has no children at all. Left also reaps child processes that
// have ended.
func Left() (names string, none bool) { return left() }

// leftRunning returns the sentence for a request's output about the processes it left; "" for none.
func leftRunning(names []string) string {
	if names == nil {
		return ""
	}
	return "left running, and killed: " + strings.Join(names, ", ")
}
