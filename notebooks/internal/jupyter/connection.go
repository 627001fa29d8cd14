package jupyter

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"
)

// Connection is the content of a connection file.
type Connection struct {
	Transport string `json:"transport"`
	IP        string `json:"ip"`
	Shell     int    `json:"shell_port"`
	IOPub     int    `json:"iopub_port"`
	Stdin     int    `json:"stdin_port"`
	Control   int    `json:"control_port"`
	Heartbeat int    `json:"hb_port"`
	// Key signs messages. If it is empty, as the scheme then is too, messages are not signed.
	Key    *string `json:"key"`
	Scheme string  `json:"signature_scheme"`
}

// Scheme is the only signature scheme that this package supports.
const Scheme = "hmac-sha256"

// Address returns the address of a port.
func (c Connection) Address(port int) string {
	if c.Transport == "ipc" {
		return fmt.Sprintf("ipc://%s-%d", c.IP, port)
	}
	return fmt.Sprintf("tcp://%s:%d", c.IP, port)
}

// Ports returns the ports of the channels that carry messages.
func (c Connection) Ports() map[Channel]int {
	return map[Channel]int{Shell: c.Shell, Control: c.Control, Stdin: c.Stdin, IOPub: c.IOPub}
}

// End is one end of a connection.
type End struct {
	Key     Signer
	Session string
	count   *atomic.Uint64
	Cancel  context.CancelFunc
	Sockets map[Channel]*Socket
}

// NewEnd returns an end without sockets.
func NewEnd(key string, cancel context.CancelFunc) End {
	return End{Key: Signer(key), Session: rand.Text(), count: new(atomic.Uint64), Cancel: cancel, Sockets: map[Channel]*Socket{}}
}

// Socket is a socket on which only one message is written at a time.
type Socket struct {
	zmq4.Socket
	mu sync.Mutex
}

// Send sends a message and returns its ID. The message becomes a child of the message with the
// header parent.
func (e *End) Send(channel Channel, to [][]byte, kind string, parent []byte, content any) (id string, err error) {
	id = fmt.Sprintf("%s-%d", e.Session, e.count.Add(1))
	head := header{
		ID: id, Session: e.Session, Username: "puzzlelab", Type: kind, Version: protocolVersion,
		Date: time.Now().UTC().Format(time.RFC3339Nano),
	}
	frames, err := e.Key.encode(head, parent, content)
	if err != nil {
		return id, err
	}
	s := e.Sockets[channel]
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.SendMulti(zmq4.NewMsgFrom(append(to[:len(to):len(to)], frames...)...)); err != nil {
		return id, fmt.Errorf("jupyter: %s: %w", kind, err)
	}
	return id, nil
}

// Close ends the connection.
func (e *End) Close() {
	e.Cancel()
	for _, s := range e.Sockets {
		s.Close()
	}
}

// Receive passes on messages from a socket until this side closes the socket or the other side
// ends. It drops messages without a valid signature, and messages whose signature has come before
// on any socket.
func Receive(life context.Context, key Signer, seen *History, channel Channel, socket zmq4.Socket, to chan<- Message) {
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
