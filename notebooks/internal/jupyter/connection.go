package jupyter

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"
)

// connection is the content of a connection file.
type connection struct {
	Transport string `json:"transport"`
	IP        string `json:"ip"`
	Shell     int    `json:"shell_port"`
	IOPub     int    `json:"iopub_port"`
	Stdin     int    `json:"stdin_port"`
	Control   int    `json:"control_port"`
	Heartbeat int    `json:"hb_port"`
	// Key signs messages; one that is empty, as the scheme then is too, signs none.
	Key    *string `json:"key"`
	Scheme string  `json:"signature_scheme"`
}

// scheme is the only one that this package signs by.
const scheme = "hmac-sha256"

// maxSocketPath is the longest path a Unix socket may have on every system.
const maxSocketPath = 100

// newConnection prefers Unix sockets in dir: no port can be taken by someone
// else between choosing it and binding it. Where the path is too long, it
// chooses TCP ports of this machine.
func newConnection(dir string) (connection, error) {
	c := connection{Key: new(rand.Text()), Scheme: scheme}
	ports := []*int{&c.Shell, &c.IOPub, &c.Stdin, &c.Control, &c.Heartbeat}
	base := filepath.Join(dir, "k")
	if len(base)+2 <= maxSocketPath && unixSockets {
		c.Transport, c.IP = "ipc", base
		for i, port := range ports {
			*port = i + 1
		}
		return c, nil
	}
	c.Transport, c.IP = "tcp", "127.0.0.1"
	for _, port := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return c, fmt.Errorf("jupyter: choose a port: %w", err)
		}
		defer l.Close()
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return c, nil
}

func (c connection) address(port int) string {
	if c.Transport == "ipc" {
		return fmt.Sprintf("ipc://%s-%d", c.IP, port)
	}
	return fmt.Sprintf("tcp://%s:%d", c.IP, port)
}

// ports are those of the channels that carry messages.
func (c connection) ports() map[Channel]int {
	return map[Channel]int{Shell: c.Shell, Control: c.Control, Stdin: c.Stdin, IOPub: c.IOPub}
}

// end is one end of a connection.
type end struct {
	key     signer
	session string
	count   *atomic.Uint64
	cancel  context.CancelFunc
	sockets map[Channel]*socket
}

func newEnd(key string, cancel context.CancelFunc) end {
	return end{key: signer(key), session: rand.Text(), count: new(atomic.Uint64), cancel: cancel, sockets: map[Channel]*socket{}}
}

// socket is one to which one message is written at a time.
type socket struct {
	zmq4.Socket
	mu sync.Mutex
}

// send sends a message that belongs to that with the header parent, and returns its ID.
func (e *end) send(channel Channel, to [][]byte, kind string, parent []byte, content any) (id string, err error) {
	id = fmt.Sprintf("%s-%d", e.session, e.count.Add(1))
	head := header{
		ID: id, Session: e.session, Username: "puzzlelab", Type: kind, Version: protocolVersion,
		Date: time.Now().UTC().Format(time.RFC3339Nano),
	}
	frames, err := e.key.encode(head, parent, content)
	if err != nil {
		frames, _ = e.key.encode(head, parent, map[string]string{"status": "error", "ename": "message", "evalue": err.Error()})
	}
	s := e.sockets[channel]
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.SendMulti(zmq4.NewMsgFrom(append(to[:len(to):len(to)], frames...)...)); err != nil {
		return id, fmt.Errorf("jupyter: %s: %w", kind, err)
	}
	return id, nil
}

// close ends the connection.
func (e *end) close() {
	e.cancel()
	for _, s := range e.sockets {
		s.Close()
	}
}

// connect dials the sockets until the kernel has bound them.
func (k *Kernel) connect(ctx, life context.Context, c connection) error {
	dialing, stop := context.WithCancel(life)
	defer stop()
	release := context.AfterFunc(ctx, func() {
		k.cancel()
		k.process.kill() // also ends a handshake nobody answers
	})
	defer release()
	go func() {
		select {
		case <-k.process.done:
			k.cancel()
		case <-dialing.Done():
		}
	}()
	quiet := zmq4.WithLogger(log.New(io.Discard, "", 0))
	// GoNB answers control requests on the shell socket, and kernels ask for input by
	// the identity of the request, so that all need the same.
	id := zmq4.WithID(zmq4.SocketIdentity(k.session))
	retry := []zmq4.Option{quiet, zmq4.WithDialerRetry(2 * time.Millisecond), zmq4.WithDialerMaxRetries(-1)}
	k.sockets[IOPub] = &socket{Socket: zmq4.NewSub(life, retry...)}
	for _, channel := range []Channel{Shell, Control, Stdin} {
		k.sockets[channel] = &socket{Socket: zmq4.NewDealer(life, append(retry, id)...)}
	}
	for channel, port := range c.ports() {
		if err := k.sockets[channel].Dial(c.address(port)); err != nil {
			return err
		}
	}
	if err := k.sockets[IOPub].SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	var seen history
	for channel, socket := range k.sockets {
		go receive(life, k.key, &seen, channel, socket, k.messages)
	}
	return nil
}

// receive passes on what comes on a socket until that is closed, by us or by the end
// of the other side. What has no valid signature, or that of an earlier message on any
// socket, is not from there.
func receive(life context.Context, key signer, seen *history, channel Channel, socket zmq4.Socket, to chan<- Message) {
	for {
		msg, err := socket.Recv()
		if err != nil {
			return
		}
		m, err := key.decode(channel, msg.Frames)
		if err != nil || seen.again(m.signature) {
			continue
		}
		select {
		case to <- m:
		case <-life.Done():
			return
		}
	}
}
