package jupyter

import (
	"bytes"
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
			if got := string(Signer(tc.key).sign(frames...)); got != tc.want {
				t.Errorf("sign = %s, want %s", got, tc.want)
			}
		})
	}
}

func TestMessagesSurviveTheWire(t *testing.T) {
	key := Signer("secret")
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
	key := Signer("secret")
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
		{"other key", func(f [][]byte) [][]byte { f[1] = Signer("x").sign(f[2:]...); return f }, "wrong signature"},
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
		m, err := Signer(nil).decode(IOPub, [][]byte{a, b, c, d, e, e})
		if err != nil && m.Type != "" {
			t.Errorf("an error and a message: %+v, %v", m, err)
		}
	})
}
