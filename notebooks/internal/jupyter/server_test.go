package jupyter

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-zeromq/zmq4"
)

// TestAKernelWithoutAKeyIsRefusedUnlessThatIsAskedFor follows the connection files of
// jupyter_client, in which an empty key turns signatures off.
func TestAKernelWithoutAKeyIsRefusedUnlessThatIsAskedFor(t *testing.T) {
	for _, tc := range []struct{ name, fields, want string }{
		{"no key", `"signature_scheme":"hmac-sha256"`, "no key"},
		{"an empty key", `"key":"","signature_scheme":"hmac-sha256"`, "no key"},
		{"neither", `"transport":"tcp"`, "no key"},
		{"an empty key alone", `"key":""`, "no key"},
		{"null", `"key":null,"signature_scheme":""`, "no key"},
		{"an empty scheme alone", `"signature_scheme":""`, "no key"},
		{"another scheme", `"key":"k","signature_scheme":"hmac-md5"`, `"hmac-md5" (want hmac-sha256)`},
		{"a key that signs nothing", `"key":"k","signature_scheme":""`, `"" (want hmac-sha256)`},
		{"none asked for", `"key":"","signature_scheme":""`, "five channels"},
		{"a key", `"key":"k","signature_scheme":"hmac-sha256"`, "five channels"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "c.json")
			if err := os.WriteFile(file, []byte("{"+tc.fields+"}"), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Listen(file)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), file) {
				t.Errorf("%v, want an error about the file with %q", err, tc.want)
			}
		})
	}
}

// TestAReplayedMessageIsDropped sends a signed request twice, on the same channel and on
// another, and then a new one: nothing comes between the first and the last.
func TestAReplayedMessageIsDropped(t *testing.T) {
	dir := t.TempDir()
	var ports []string
	for _, name := range []string{"shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, fmt.Sprintf(`"%s":%d`, name, l.Addr().(*net.TCPAddr).Port))
		l.Close()
	}
	file := filepath.Join(dir, "c.json")
	text := `{"transport":"tcp","ip":"127.0.0.1","key":"secret","signature_scheme":"hmac-sha256",` + strings.Join(ports, ",") + "}"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Listen(file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	dial := func(channel Channel) zmq4.Socket {
		socket := zmq4.NewDealer(t.Context())
		if err := socket.Dial("tcp://" + s.Sockets[channel].Addr().String()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { socket.Close() })
		return socket
	}
	request := func(id string) zmq4.Msg {
		frames, err := s.Key.encode(header{ID: id, Type: id}, empty, struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		return zmq4.NewMsgFrom(frames...)
	}
	shell, control := dial(Shell), dial(Control)
	for _, send := range []struct {
		to zmq4.Socket
		of string
	}{{shell, "first"}, {shell, "first"}, {shell, "second"}} {
		if err := send.to.SendMulti(request(send.of)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for range 2 {
		got = append(got, (<-s.Messages(Shell)).Type)
	}
	for _, of := range []string{"first", "third"} { // the first is known on all channels
		if err := control.SendMulti(request(of)); err != nil {
			t.Fatal(err)
		}
	}
	got = append(got, (<-s.Messages(Control)).Type)
	if fmt.Sprint(got) != "[first second third]" {
		t.Errorf("came: %v, want each message once", got)
	}
}

func TestTheHistoryOfSignaturesIsBounded(t *testing.T) {
	var h History
	for i := range 3 * maxHistory {
		if s := fmt.Append(nil, i); h.again(s) || !h.again(s) {
			t.Fatalf("signature %d: want it to be known once it came", i)
		}
	}
	if n := len(h.newest) + len(h.older); n > 2*maxHistory {
		t.Errorf("it holds %d signatures, want at most %d", n, 2*maxHistory)
	}
	if !h.again(fmt.Append(nil, 2*maxHistory+1)) {
		t.Error("one of the last 32768 signatures is forgotten")
	}
	for range 2 {
		if h.again(nil) {
			t.Error("a message without a signature is taken for one that came before")
		}
	}
}
