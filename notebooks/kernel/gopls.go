package kernel

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

// gopls is the language server. It has one open file, the current cell.
type gopls struct {
	in  io.WriteCloser
	uri string

	turn    sync.Mutex // held while the file is changed and used
	version int
	files   map[string]string // states of other files that the server knows

	writing sync.Mutex
	count   atomic.Int64
	asked   sync.Map // channels for answers, by request number
	ended   chan struct{}
}

// message is a message of the protocol.
type message struct {
	RPC    string          `json:"jsonrpc"`
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params any             `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// startGopls starts the language server. It ends when the engine ends.
func startGopls(ctx context.Context, e *engine.Engine, log io.Writer) (*gopls, error) {
	path, err := install.Gopls(ctx, log)
	if path == "" {
		return nil, err
	}
	cmd := exec.Command(path, "serve")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.Guard(cmd); err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	g := &gopls{in: in, uri: uriOf(filepath.Join(cmd.Dir, "main.go")), ended: make(chan struct{})}
	go func() {
		g.listen(out)
		_ = cmd.Wait()
	}()
	root := uriOf(cmd.Dir)
	_, err = g.ask(ctx, "initialize", map[string]any{
		"processId": nil, "rootUri": root,
		"workspaceFolders": []map[string]string{{"uri": root, "name": "notebook"}},
		"capabilities":     map[string]any{"textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"markdown"}}}},
		"initializationOptions": map[string]any{
			"diagnosticsTrigger": "Save", "completionBudget": "250ms", "matcher": "CaseInsensitive",
		},
	})
	if err == nil {
		err = g.send(message{Method: "initialized", Params: struct{}{}})
	}
	return g, err
}

func uriOf(file string) string { return (&url.URL{Scheme: "file", Path: file}).String() }

func (g *gopls) send(m message) error {
	m.RPC = "2.0"
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	g.writing.Lock()
	defer g.writing.Unlock()
	_, err = fmt.Fprintf(g.in, "Content-Length: %d\r\n\r\n%s", len(data), data)
	return err
}

// listen handles messages of the server until it ends. Questions of the server, which are about its
// configuration, get no answer.
func (g *gopls) listen(out io.Reader) {
	defer close(g.ended)
	r := textproto.NewReader(bufio.NewReader(out))
	for {
		header, err := r.ReadMIMEHeader()
		n, sizeErr := strconv.Atoi(header.Get("Content-Length"))
		if err != nil || sizeErr != nil {
			return
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(r.R, data); err != nil {
			return
		}
		var m message
		switch {
		case json.Unmarshal(data, &m) != nil || m.ID == nil:
		case m.Method != "":
			_ = g.send(message{ID: m.ID, Result: json.RawMessage("null")})
		default:
			if answer, waiting := g.asked.LoadAndDelete(string(m.ID)); waiting {
				answer.(chan json.RawMessage) <- m.Result
			}
		}
	}
}

// ask sends a request and waits for the result.
func (g *gopls) ask(ctx context.Context, method string, params any) (json.RawMessage, error) {
	id, answer := g.count.Add(1), make(chan json.RawMessage, 1)
	g.asked.Store(fmt.Sprint(id), answer)
	if err := g.send(message{ID: fmt.Append(nil, id), Method: method, Params: params}); err != nil {
		return nil, err
	}
	select {
	case result := <-answer:
		return result, nil
	case <-g.ended:
		return nil, errors.New("kernel: gopls has ended")
	case <-ctx.Done():
		_ = g.send(message{Method: "$/cancelRequest", Params: map[string]int64{"id": id}})
		return nil, ctx.Err()
	}
}

// told reports files that have changed since the last request, because the server does not watch
// them.
func (g *gopls) told(files map[string]string) error {
	const created, changed, deleted = 1, 2, 3
	var events []map[string]any
	event := func(name string, kind int) {
		events = append(events, map[string]any{"uri": uriOf(name), "type": kind})
	}
	for name, state := range files {
		if before, known := g.files[name]; !known {
			event(name, created)
		} else if before != state {
			event(name, changed)
		}
	}
	for name := range g.files {
		if _, still := files[name]; !still {
			event(name, deleted)
		}
	}
	first := g.files == nil
	if g.files = files; first || events == nil {
		return nil
	}
	return g.send(message{Method: "workspace/didChangeWatchedFiles", Params: map[string]any{"changes": events}})
}

// at asks about the position of the cursor.
func (g *gopls) at(ctx context.Context, method string, v engine.View) (json.RawMessage, error) {
	g.turn.Lock()
	g.version++
	open := message{Method: "textDocument/didOpen", Params: map[string]any{
		"textDocument": map[string]any{"uri": g.uri, "languageId": "go", "version": g.version, "text": v.Text},
	}}
	if g.version > 1 {
		open = message{Method: "textDocument/didChange", Params: map[string]any{
			"textDocument":   map[string]any{"uri": g.uri, "version": g.version},
			"contentChanges": []map[string]string{{"text": v.Text}},
		}}
	}
	err := g.told(v.Files())
	if err == nil {
		err = g.send(open)
	}
	g.turn.Unlock()
	if err != nil {
		return nil, err
	}
	return g.ask(ctx, method, map[string]any{
		"textDocument": map[string]string{"uri": g.uri},
		"position":     map[string]int{"line": v.Line, "character": v.UTF16()},
	})
}
