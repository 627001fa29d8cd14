package known

import (
	"errors"
	"testing"
)

func TestReadFiguresFillsWhatTheKeysStandFor(t *testing.T) {
	var (
		number          int
		nodes           uint64
		seconds         float64
		name, own       string
		verified, other bool
	)
	figures := map[string]any{
		"number": &number, "nodes": &nodes, "seconds": &seconds, "name": &name, "verified": &verified, "other": &other,
		"own": func(value string) error {
			own = value
			return nil
		},
		"bad": func(string) error { return errors.New("no such value") },
	}
	if err := ReadFigures(" number=-3 nodes=18446744073709551615 seconds=0.5 name=a=b verified own=x ", figures); err != nil {
		t.Fatal(err)
	}
	if number != -3 || nodes != 1<<64-1 || seconds != 0.5 || name != "a=b" || own != "x" || !verified || other {
		t.Errorf("read as %d, %d, %v, %q, %q, %t, %t", number, nodes, seconds, name, own, verified, other)
	}
	for text, want := range map[string]string{
		"number=x":  `"number=x": strconv.Atoi: parsing "x": invalid syntax`,
		"nodes=-1":  `"nodes=-1": strconv.ParseUint: parsing "-1": invalid syntax`,
		"seconds":   `"seconds": strconv.ParseFloat: parsing "": invalid syntax`,
		"bad=1":     `"bad=1": no such value`,
		"verifed":   `"verifed": no figure is called "verifed"`,
		"name=a b=": `"b=": no figure is called "b"`,
	} {
		if err := ReadFigures(text, figures); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
