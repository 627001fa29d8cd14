package origin

import "testing"

func TestHereNamesTheProgram(t *testing.T) {
	s := Here()
	for _, key := range []string{"program", "revision", "Go", "system", "processor", "cores"} {
		if v, ok := s.Value(key); !ok || v == "" {
			t.Errorf("no %q among %+v", key, s.Pairs)
		}
	}
	if v, ok := s.Value("hostname"); ok {
		t.Errorf("the machine's name %q is nobody's business", v)
	}
}
