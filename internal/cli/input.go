package cli

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"sync"

	"golang.org/x/term"
)

// item is one instance and where it came from.
type item struct {
	instance instance // nil beside an error
	file     string
	index    int // among the instances of the file, from 0
}

// String names the item in messages.
func (it item) String() string { return fmt.Sprintf("%s: instance %d", it.file, it.index) }

// instances yields the instances of the files in order; "-", and no file at
// all, is standard input. An error stands for one instance or for the rest of
// one file; a file without any instance is an error too.
func (env *environment) instances(read reader, files []string) iter.Seq2[item, error] {
	if len(files) == 0 {
		files = []string{"-"}
	}
	return func(yield func(item, error) bool) {
		for _, file := range files {
			if !env.file(read, file, yield) {
				return
			}
		}
	}
}

func (env *environment) file(read reader, file string, yield func(item, error) bool) bool {
	var r io.Reader
	name := file
	if file == "-" {
		r, name = env.stdin, "stdin"
		if env.terminal {
			env.say("note", "reading instances from the terminal, end with Ctrl-D")
		}
	} else {
		f, err := os.Open(file)
		if err != nil {
			return yield(item{file: file}, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return yield(item{file: file}, fmt.Errorf("read %s: is a folder", file))
		}
		r = f
	}
	index := 0
	for inst, err := range read(r, name) {
		it := item{instance: inst, file: name, index: index}
		if err != nil {
			it.instance = nil
		}
		if !yield(it, err) {
			return false
		}
		index++
	}
	if index == 0 {
		return yield(item{file: name}, fmt.Errorf("%s: no instance in it", name))
	}
	return true
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// cancellable returns a reader of r whose Read returns when ctx is cancelled,
// even while r blocks. The goroutine that reads r, from the first Read on, then
// stays behind until the process ends, so this is for standard input alone.
func cancellable(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	begin := sync.OnceFunc(func() {
		go func() {
			_, err := io.Copy(in, r)
			in.CloseWithError(err)
		}()
	})
	return readerFunc(func(p []byte) (int, error) {
		begin()
		return out.Read(p)
	})
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
