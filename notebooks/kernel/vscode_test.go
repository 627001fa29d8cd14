//go:build unix

package kernel

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// wanted are the fields without which the client library of JupyterLab, which the
// Jupyter extension of VS Code uses, refuses a message, with an example of their type.
var wanted = map[string]map[string]any{
	"stream":         {"name": "", "text": ""},
	"display_data":   {"data": map[string]any{}, "metadata": map[string]any{}},
	"execute_input":  {"code": "", "execution_count": 0.0},
	"execute_result": {"execution_count": 0.0, "data": map[string]any{}, "metadata": map[string]any{}},
	"error":          {"ename": "", "evalue": "", "traceback": []any{}},
	"status":         {"execution_state": ""},
	"comm_close":     {"comm_id": ""},
	"execute_reply":  {"status": "", "execution_count": 0.0},
	"complete_reply": {"status": "", "matches": []any{}, "cursor_start": 0.0, "cursor_end": 0.0, "metadata": map[string]any{}},
	"inspect_reply":  {"status": "", "found": false, "data": map[string]any{}, "metadata": map[string]any{}},
	"kernel_info_reply": {
		"status": "", "protocol_version": "", "implementation": "", "implementation_version": "", "banner": "", "help_links": []any{}, "language_info": map[string]any{},
	},
}

// listen waits until all of some requests have their replies and are idle, which come
// on two channels in any order. It returns what was heard of each, in words, the reply last.
func (c client) listen(ids ...string) map[string][]string {
	c.t.Helper()
	heard, replies, open := map[string][]string{}, map[string]string{}, 2*len(ids)
	for open > 0 {
		select {
		case m := <-c.Messages():
			if !slices.Contains(ids, m.Parent) {
				continue
			}
			var content map[string]any
			if err := json.Unmarshal(m.Content, &content); err != nil {
				c.t.Fatal(err)
			}
			for field, example := range wanted[m.Type] {
				if fmt.Sprintf("%T", content[field]) != fmt.Sprintf("%T", example) {
					c.t.Errorf("%s: %s is %v, want a %T", m.Type, field, content[field], example)
				}
			}
			word := m.Type
			switch {
			case m.Type == "status":
				word = fmt.Sprint(content["execution_state"])
			case m.Type == "stream":
				word = fmt.Sprint(content["text"])
			case strings.HasSuffix(m.Type, "_reply"):
				replies[m.Parent] = fmt.Sprintf("%s on %v: %v", m.Type, m.Channel, content["status"])
				open--
				continue
			}
			if word == "idle" {
				open--
			}
			heard[m.Parent] = append(heard[m.Parent], word)
		case <-time.After(time.Minute):
			c.t.Fatalf("no answer; heard %q", heard)
		}
	}
	for id, reply := range replies {
		heard[id] = append(heard[id], reply)
	}
	return heard
}

// The order and the content of the requests are those of the extension, which talks to
// kernels itself: it sees whether ports are in use, repeats kernel_info_request
// until something is heard, has cells asked to run all at once, and interrupts on the channel
// of the cells.
func TestVSCodeIsServed(t *testing.T) {
	c := connect(t, "kernel")
	var file struct {
		Transport, IP          string
		Shell_port, IOPub_port int
	}
	data, err := os.ReadFile(filepath.Join(filepath.Dir(c.TempDir()), "kernel.json"))
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, port := range []int{file.Shell_port, file.IOPub_port, file.Shell_port} {
		network, address := "tcp", fmt.Sprintf("%s:%d", file.IP, port)
		if file.Transport == "ipc" {
			network, address = "unix", fmt.Sprintf("%s-%d", file.IP, port)
		}
		probe, err := net.Dial(network, address)
		if err != nil {
			t.Fatal(err)
		}
		probe.Close()
	}
	send := func(channel jupyter.Channel, kind string, content map[string]any) string {
		t.Helper()
		id, err := c.Request(channel, kind, content)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	ask := func(channel jupyter.Channel, kind string, content map[string]any, want string) {
		t.Helper()
		id := send(channel, kind, content)
		if got := strings.Join(c.listen(id)[id], ", "); got != want {
			t.Errorf("%s: heard %s, want %s", kind, got, want)
		}
	}
	for range 3 {
		ask(jupyter.Shell, "kernel_info_request", map[string]any{}, "busy, idle, kernel_info_reply on shell: ok")
	}
	ask(jupyter.Control, "kernel_info_request", map[string]any{}, "busy, idle, kernel_info_reply on control: ok")
	ask(jupyter.Shell, "comm_info_request", map[string]any{"target_name": "jupyter.widget"}, "busy, idle, comm_info_reply on shell: ok")

	cell := func(code string) map[string]any {
		return map[string]any{"code": code, "silent": false, "store_history": true, "stop_on_error": false, "allow_stdin": true, "user_expressions": map[string]any{}}
	}
	ids := []string{
		send(jupyter.Shell, "execute_request", cell("nowhere")), send(jupyter.Shell, "execute_request", cell("%%\nfmt.Println(\"so\")\n6*7")), send(jupyter.Shell, "execute_request", cell("")),
	}
	heard := c.listen(ids...)
	for i, want := range []string{
		"busy, execute_input, error, idle, execute_reply on shell: error",
		"busy, execute_input, so\n, execute_result, idle, execute_reply on shell: ok",
		"busy, execute_input, idle, execute_reply on shell: ok",
	} {
		if got := strings.Join(heard[ids[i]], ", "); got != want {
			t.Errorf("cell %d: heard %s, want %s", i+1, got, want)
		}
	}
	silent := cell("%%\nfmt.Println(\"so\")")
	silent["silent"], silent["store_history"] = true, false
	ask(jupyter.Shell, "execute_request", silent, "busy, idle, execute_reply on shell: ok")

	// While a cell runs the others are answered.
	running := send(jupyter.Shell, "execute_request", cell("%%\nfmt.Println(\"on and on\")\nfor { time.Sleep(time.Hour) }"))
	for m := range c.Messages() {
		if m.Parent == running && m.Type == "stream" {
			break
		}
	}
	code := map[string]any{"code": "%%\nfmt.Printl", "cursor_pos": 13}
	ask(jupyter.Shell, "complete_request", code, "busy, idle, complete_reply on shell: ok")
	ask(jupyter.Shell, "inspect_request", map[string]any{"code": "%%\nfmt.Println", "cursor_pos": 12, "detail_level": 0}, "busy, idle, inspect_reply on shell: ok")
	unknown := send(jupyter.Control, "debug_request", map[string]any{"seq": 1, "type": "request", "command": "debugInfo"})
	for m := range c.Messages() {
		if m.Parent == unknown && idle(m) {
			break
		}
	}
	interrupt := send(jupyter.Shell, "interrupt_request", map[string]any{})
	heard = c.listen(running, interrupt)
	if got := heard[interrupt]; !slices.Contains(got, "interrupt_reply on shell: ok") {
		t.Errorf("interrupt on the channel of the cells: heard %q", got)
	}
	if got := heard[running]; !slices.Equal(got[len(got)-3:], []string{"error", "idle", "execute_reply on shell: error"}) {
		t.Errorf("the interrupted cell: heard %q", got)
	}
	ask(jupyter.Shell, "execute_request", cell("6*7"), "busy, execute_input, execute_result, idle, execute_reply on shell: ok")
	ask(jupyter.Control, "shutdown_request", map[string]any{"restart": true}, "busy, idle, shutdown_reply on control: ok")
	select {
	case <-c.Done():
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
}
