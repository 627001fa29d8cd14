package jupyter

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// Message is a message received from the other end of a connection.
type Message struct {
	Channel Channel
	Type    string // message type (msg_type), such as "stream" or "execute_reply"
	Parent  string // ID (msg_id) of the request that the message belongs to
	Content json.RawMessage

	header    json.RawMessage
	signature []byte
	sender    [][]byte // address for the answer
}

// Channel is the name of a channel of the messaging protocol. Each channel has its own socket.
type Channel string

// Channels that carry messages.
const (
	Shell   Channel = "shell"
	Control Channel = "control"
	IOPub   Channel = "iopub"
	Stdin   Channel = "stdin"
)

// header is the part of a message that identifies it.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

const protocolVersion = "5.3"

// delimiter separates the routing frames from the message.
const delimiter = "<IDS|MSG>"

// Signer is the key used to sign messages. An empty key means that messages are not signed.
type Signer []byte

// sign returns the hexadecimal HMAC-SHA256 of the frames, starting with the header, or nothing
// without a key.
func (s Signer) sign(frames ...[]byte) []byte {
	if len(s) == 0 {
		return nil
	}
	mac := hmac.New(sha256.New, s)
	for _, f := range frames {
		mac.Write(f)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// History remembers the signatures of recent messages, to detect repeated messages. The zero
// History is empty and ready to use.
type History struct {
	mu            sync.Mutex
	newest, older map[string]bool
}

// maxHistory is the number of signatures that newest and older each hold.
const maxHistory = 1 << 15

// again reports whether a signature has already arrived, and records it. Messages without a
// signature always count as new.
func (h *History) again(signature []byte) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := string(signature)
	if h.newest[s] || h.older[s] {
		return true
	}
	if h.newest == nil || len(h.newest) == maxHistory {
		h.newest, h.older = map[string]bool{}, h.newest
	}
	h.newest[s] = s != ""
	return false
}

var empty = []byte("{}")

// encode returns the frames of a message that is a child of the message with the header parent.
func (s Signer) encode(h header, parent []byte, content any) ([][]byte, error) {
	head, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	return [][]byte{[]byte(delimiter), s.sign(head, parent, empty, body), head, parent, empty, body}, nil
}

var errSignature = errors.New("jupyter: message with a wrong signature")

// decode splits the frames of a message and checks the signature.
func (s Signer) decode(channel Channel, frames [][]byte) (Message, error) {
	sender := frames
	for len(frames) > 0 && string(frames[0]) != delimiter {
		frames = frames[1:]
	}
	sender = sender[:len(sender)-len(frames)]
	if len(frames) < 6 {
		return Message{}, errors.New("jupyter: message with too few frames")
	}
	if len(s) > 0 && !hmac.Equal(frames[1], s.sign(frames[2:6]...)) {
		return Message{}, errSignature
	}
	var head, parent header
	if err := json.Unmarshal(frames[2], &head); err != nil {
		return Message{}, fmt.Errorf("jupyter: message header: %w", err)
	}
	if err := json.Unmarshal(frames[3], &parent); err != nil {
		return Message{}, fmt.Errorf("jupyter: message parent header: %w", err)
	}
	return Message{Channel: channel, Type: head.Type, Parent: parent.ID, Content: frames[5], header: frames[2], signature: frames[1], sender: sender}, nil
}
