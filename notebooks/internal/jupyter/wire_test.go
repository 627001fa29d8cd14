package jupyter

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestSignaturesMatchPublishedVectors uses the HMAC-SHA256 test cases of
// RFC 4231 (section 4), whose data are cut into frames here.
func TestSignaturesMatchPublishedVectors(t *testing.T) {
	for _, tc := range []struct {
		name   string
		key    []byte
		frames []string
		want   string
	}{
		{"case 1", bytes.Repeat([]byte{0x0b}, 20), []string{"Hi", " ", "There"}, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
		{"case 2", []byte("Jefe"), []string{"what do ya want ", "for nothing?"}, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
		{"case 6", bytes.Repeat([]byte{0xaa}, 131), []string{"Test Using Larger Than Block-Size Key", " - ", "Hash Key First"}, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var frames [][]byte
			for _, f := range tc.frames {
				frames = append(frames, []byte(f))
			}
			if got := string(signer(tc.key).sign(frames...)); got != tc.want {
				t.Errorf("sign = %s, want %s", got, tc.want)
			}
		})
	}
}

func TestMessagesSurviveTheWire(t *testing.T) {
	key := signer("secret")
	frames, err := key.encode(header{ID: "1", Type: "execute_request"}, empty, map[string]any{"code": "x", "silent": false})
	if err != nil {
		t.Fatal(err)
	}
	frames[3] = []byte(`{"msg_id":"parent"}`)
	frames[1] = key.sign(frames[2:]...)
	routed := append([][]byte{[]byte("identity"), []byte("another")}, frames...)
	m, err := key.decode(IOPub, routed)
	if err != nil {
		t.Fatal(err)
	}
	if m.Type != "execute_request" || m.Parent != "parent" || m.Channel != IOPub || string(m.Content) != `{"code":"x","silent":false}` {
		t.Errorf("decoded %+v", m)
	}
}

func TestForgedAndBrokenMessagesAreRefused(t *testing.T) {
	key := signer("secret")
	good := func() [][]byte {
		frames, err := key.encode(header{ID: "1", Type: "status"}, empty, struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		return frames
	}
	for _, tc := range []struct {
		name   string
		change func(f [][]byte) [][]byte
		want   string
	}{
		{"content changed", func(f [][]byte) [][]byte { f[5] = []byte(`{"a":1}`); return f }, "wrong signature"},
		{"no signature", func(f [][]byte) [][]byte { f[1] = nil; return f }, "wrong signature"},
		{"other key", func(f [][]byte) [][]byte { f[1] = signer("x").sign(f[2:]...); return f }, "wrong signature"},
		{"too few frames", func(f [][]byte) [][]byte { return f[:4] }, "too few frames"},
		{"no delimiter", func(f [][]byte) [][]byte { return f[1:] }, "too few frames"},
		{"nothing", func(f [][]byte) [][]byte { return nil }, "too few frames"},
		{"header not JSON", func(f [][]byte) [][]byte { f[2] = []byte("{"); f[1] = key.sign(f[2:]...); return f }, "message header"},
		{"parent not JSON", func(f [][]byte) [][]byte { f[3] = []byte("["); f[1] = key.sign(f[2:]...); return f }, "parent header"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if m, err := key.decode(Shell, tc.change(good())); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("decode = %+v, %v, want an error with %q", m, err, tc.want)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("<IDS|MSG>"), []byte(""), []byte("{}"), []byte("{}"), []byte("{}"))
	f.Fuzz(func(t *testing.T, a, b, c, d, e []byte) {
		m, err := signer(nil).decode(IOPub, [][]byte{a, b, c, d, e, e})
		if err != nil && m.Type != "" {
			t.Errorf("an error and a message: %+v, %v", m, err)
		}
		m.Idle()
	})
}

func TestIdleIsOnlyTheIdleStatus(t *testing.T) {
	for _, tc := range []struct {
		m    Message
		want bool
	}{
		{Message{Channel: IOPub, Type: "status", Content: []byte(`{"execution_state":"idle"}`)}, true},
		{Message{Channel: IOPub, Type: "status", Content: []byte(`{"execution_state":"busy"}`)}, false},
		{Message{Channel: IOPub, Type: "stream", Content: []byte(`{"execution_state":"idle"}`)}, false},
		{Message{Channel: Shell, Type: "status", Content: []byte(`{"execution_state":"idle"}`)}, false},
		{Message{Channel: IOPub, Type: "status", Content: []byte(`{`)}, false},
	} {
		if got := tc.m.Idle(); got != tc.want {
			t.Errorf("%+v: Idle() = %v", tc.m, got)
		}
	}
}

func TestEachKernelHasAKeyOfItsOwn(t *testing.T) {
	a, errA := newConnection(t.TempDir())
	b, errB := newConnection(t.TempDir())
	if err := errors.Join(errA, errB); err != nil || len(*a.Key) < 26 || *a.Key == *b.Key {
		t.Errorf("keys %q and %q, %v", *a.Key, *b.Key, err)
	}
}

func TestTailKeepsWholeLastLines(t *testing.T) {
	var log tail
	for range 1000 {
		log.Write([]byte("a line of some length\n"))
	}
	log.Write([]byte("the last"))
	got := log.String()
	if len(got) > tailSize || !strings.HasPrefix(got, "a line") || !strings.HasSuffix(got, "\nthe last") {
		t.Errorf("kept %d bytes: %.40q … %.20q", len(got), got, got[max(0, len(got)-20):])
	}
}

func TestLogsOfDeadKernelsLeaveOutWhatGoNBAlwaysLogs(t *testing.T) {
	always := "E1121 06:59:25.909274   11892 main.go:191] \x1b[7;39;32m[9fa6225d]\x1b[0m Error message\n" +
		"E1121 06:59:25.917310   11892 goexec.go:194] \x1b[7;39;32m[9fa6225d]\x1b[0m \nProgram gopls is not installed. It is used to inspect into code\n" +
		"with:\n\n```\n!go install golang.org/x/tools/gopls@latest\n```\n"
	const real = "E1121 06:59:26.000000   11892 kernel.go:1] *** Stopping kernel"
	if got := usefulLog(always + real + "\n"); got != real {
		t.Errorf("got %q, want %q", got, real)
	}
	if got := usefulLog(always); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}
