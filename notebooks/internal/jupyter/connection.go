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

// Connection holds the content of a connection file: the addresses and the key of a kernel.
type Connection struct {
	Transport string `json:"transport"`
	IP        string `json:"ip"`
	Shell     int    `json:"shell_port"`
	IOPub     int    `json:"iopub_port"`
	Stdin     int    `json:"stdin_port"`
	Control   int    `json:"control_port"`
	Heartbeat int    `json:"hb_port"`
	// Key is the key used to sign messages. If Key and Scheme are both empty, messages are not
	// signed. Key is nil if the file contains no key, which is an error.
	Key    *string `json:"key"`
	Scheme string  `json:"signature_scheme"`
}

// Scheme is the only signature scheme that this package supports.
const Scheme = "hmac-sha256"

// Address returns the address of the socket with the given port.
func (c Connection) Address(port int) string {
	if c.Transport == "ipc" {
		return fmt.Sprintf("ipc://%s-%d", c.IP, port)
	}
	return fmt.Sprintf("tcp://%s:%d", c.IP, port)
}

// Ports returns the port of each channel that carries messages. The heartbeat channel is not
// included.
func (c Connection) Ports() map[Channel]int {
	return map[Channel]int{Shell: c.Shell, Control: c.Control, Stdin: c.Stdin, IOPub: c.IOPub}
}

// End is one end of a connection between a kernel and a client.
type End struct {
	Key     Signer
	Session string
	count   *atomic.Uint64
	Cancel  context.CancelFunc
	Sockets map[Channel]*Socket
}

// NewEnd returns one end of a connection, without sockets. Its messages are signed with the given
// key, and Close calls cancel.
func NewEnd(key string, cancel context.CancelFunc) End {
	return End{Key: Signer(key), Session: rand.Text(), count: new(atomic.Uint64), Cancel: cancel, Sockets: map[Channel]*Socket{}}
}

// Socket is a ZeroMQ socket that writes only one message at a time.
type Socket struct {
	zmq4.Socket
	mu sync.Mutex
}

// Send sends a message on a channel and returns the ID of the message. The argument to contains the
// routing frames, and kind is the message type. If the message answers another message, parent is
// the JSON header of that message.
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

// Close ends the connection and closes its sockets.
func (e *End) Close() {
	e.Cancel()
	for _, s := range e.Sockets {
		s.Close()
	}
}

// Receive reads messages from a socket and sends them to a Go channel until the socket is closed or
// life is canceled. It drops messages without a valid signature. It also drops messages whose
// signature is already in the history, because they have arrived before.
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
