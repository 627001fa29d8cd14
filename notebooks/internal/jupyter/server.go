package jupyter

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"slices"

	"github.com/go-zeromq/zmq4"
)

// Server is the kernel's end of a connection. Its methods may be called concurrently.
type Server struct {
	End
	messages map[Channel]chan Message
}

// readConnection reads a connection file.
func readConnection(file string) (c Connection, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return c, fmt.Errorf("jupyter: connection file: %w", err)
	}
	c.Scheme = Scheme // the file may name another one
	if err = json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("jupyter: connection file %s: %w", file, err)
	}
	switch {
	case c.Key == nil || *c.Key == "" && c.Scheme != "":
		return c, fmt.Errorf("jupyter: connection file %s: it has no key, so that any process could run code here (want a key; to go without, an empty key and an empty signature_scheme)", file)
	case *c.Key != "" && c.Scheme != Scheme:
		return c, fmt.Errorf("jupyter: connection file %s: signature scheme %q (want %s)", file, c.Scheme, Scheme)
	case slices.Contains([]int{c.Shell, c.IOPub, c.Stdin, c.Control, c.Heartbeat}, 0):
		return c, fmt.Errorf("jupyter: connection file %s: no port for each of the five channels", file)
	}
	return c, nil
}

// Listen reads a connection file and listens on the ports that it specifies.
func Listen(file string) (*Server, error) {
	c, err := readConnection(file)
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.Background())
	quiet := zmq4.WithLogger(log.New(io.Discard, "", 0))
	s := &Server{End: NewEnd(*c.Key, cancel), messages: map[Channel]chan Message{}}
	for _, channel := range []Channel{Shell, Control, Stdin} {
		s.Sockets[channel] = &Socket{Socket: zmq4.NewRouter(life, quiet)}
	}
	s.Sockets[IOPub] = &Socket{Socket: zmq4.NewPub(life, quiet)}
	heartbeat := zmq4.NewRep(life, quiet)
	err = heartbeat.Listen(c.Address(c.Heartbeat))
	for channel, port := range c.Ports() {
		if err == nil {
			err = s.Sockets[channel].Listen(c.Address(port))
		}
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	go func() {
		for {
			if msg, err := heartbeat.Recv(); err == nil {
				_ = heartbeat.Send(msg)
			} else if life.Err() != nil {
				return
			}
		}
	}()
	var seen History
	for _, channel := range []Channel{Shell, Control, Stdin} {
		s.messages[channel] = make(chan Message, 16)
		go Receive(life, s.Key, &seen, channel, s.Sockets[channel], s.messages[channel])
	}
	return s, nil
}

// Messages returns a Go channel that receives the messages of a Jupyter channel. The Go channel is
// never closed.
func (s *Server) Messages(channel Channel) <-chan Message { return s.messages[channel] }

// Publish sends a message to all clients. The argument kind is the message type, and about is the
// request that caused the message, or the zero Message.
func (s *Server) Publish(about Message, kind string, content any) {
	s.tell(IOPub, [][]byte{[]byte(kind)}, about, kind, content)
}

// Reply sends the reply to a client's request. The parameter to is the request, and kind is the
// message type of the reply.
func (s *Server) Reply(to Message, kind string, content any) {
	s.tell(to.Channel, to.sender, to, kind, content)
}

// Ask sends a question to a client. The argument about is the client's request that led to the
// question, and kind is the message type of the question. The answer arrives on the Stdin channel.
func (s *Server) Ask(about Message, kind string, content any) {
	s.tell(Stdin, about.sender, about, kind, content)
}

// tell sends a message, and ignores the error if the receiver is gone.
func (s *Server) tell(channel Channel, to [][]byte, parent Message, kind string, content any) {
	about := []byte(parent.header)
	if about == nil {
		about = empty
	}
	_, _ = s.Send(channel, to, kind, about, content)
}
