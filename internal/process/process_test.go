package process

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary be the child of its tests.
func TestMain(m *testing.M) {
	switch os.Getenv("PROCESS_TEST_ROLE") {
	case "echo": // answers what it is asked, but for what tells it to end
		Serve(func(request []byte) []byte {
			if bytes.Equal(request, []byte("end")) {
				_, _ = os.Stderr.WriteString("good bye\n")
				os.Exit(7)
			}
			return request
		})
	case "garbage": // says that it is ready, and then what is no frame
		_, _ = os.NewFile(4, "answers").Write([]byte{0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1})
		select {}
	case "sleeper":
		Serve(func([]byte) []byte { time.Sleep(time.Hour); return nil })
	case "mute":
		return
	}
	os.Exit(m.Run())
}

func child(t *testing.T, role string) (*Process, error) {
	t.Helper()
	if Check(Limits{}) != nil {
		t.Skip("there are no processes of their own here")
	}
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PROCESS_TEST_ROLE="+role)
	p, err := Start(t.Context(), cmd)
	if err == nil {
		t.Cleanup(p.Close)
	}
	return p, err
}

func TestAnswersComeBack(t *testing.T) {
	p, err := child(t, "echo")
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"", "a", strings.Repeat("long ", 1<<18)} {
		if got, err := p.Ask(t.Context(), []byte(request), Limits{}); err != nil || string(got) != request {
			t.Errorf("%d bytes came back as %d, %v", len(request), len(got), err)
		}
	}
	_, err = p.Ask(t.Context(), []byte("end"), Limits{})
	if ended, ok := errors.AsType[*Ended](err); !ok || ended.State != "exit status 7" || ended.Output != "good bye\n" || ended.By != "" {
		t.Errorf("a process that ended: %+v", err)
	}
	if p.Alive() {
		t.Error("a process that ended can be asked")
	}
}

func TestACancelledRequestEndsTheProcess(t *testing.T) {
	p, err := child(t, "sleeper")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("the user went home")
	time.AfterFunc(10*time.Millisecond, func() { cancel(why) })
	if _, err := p.Ask(ctx, []byte("a"), Limits{}); !errors.Is(err, why) || p.Alive() {
		t.Errorf("error %v, want %v; alive: %v", err, why, p.Alive())
	}
}

func TestProcessesThatSpeakAnotherWay(t *testing.T) {
	if _, err := child(t, "mute"); err == nil || err.Error() != "the process ended with exit status 0" {
		t.Errorf("a process that says nothing: %v", err)
	}
	p, err := child(t, "garbage")
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := p.Ask(t.Context(), []byte("a"), Limits{}); err == nil {
		t.Errorf("garbage is the answer %q", answer)
	}
}

func FuzzRead(f *testing.F) {
	var frames bytes.Buffer
	_ = Write(&frames, []byte("one"))
	_ = Write(&frames, nil)
	f.Add(frames.Bytes())
	f.Add([]byte{0xff, 0xff, 0xff, 0xff})
	f.Add([]byte{3, 0, 0, 0, 'a'})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 3 && data[2]|data[3] != 0 {
			return // megabytes of memory for frames that are not there
		}
		in, out := bytes.NewReader(data), bytes.Buffer{}
		for {
			frame, err := Read(in)
			if err != nil {
				if errors.Is(err, io.EOF) && !bytes.Equal(out.Bytes(), data) {
					t.Errorf("%q reads as frames that write as %q", data, out.Bytes())
				}
				return
			}
			_ = Write(&out, frame)
		}
	})
}
