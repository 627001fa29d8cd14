package digits

import "testing"

func TestGroup(t *testing.T) {
	for number, want := range map[string]string{
		"": "", "0": "0", "999": "999", "1000": "1,000", "12345": "12,345", "123456": "123,456", "1234567": "1,234,567",
		"-1": "-1", "-123": "-123", "-1234": "-1,234", "+1234": "+1,234", "-123456": "-123,456",
	} {
		if got := Group(number, Comma); got != want {
			t.Errorf("Group(%q) = %q, want %q", number, got, want)
		}
	}
	if got := Group("2000", Narrow); got != "2\u202f000" {
		t.Errorf("with narrow spaces: %q", got)
	}
}

func TestPluralIsOfAllCountsButOne(t *testing.T) {
	for n, want := range map[int]string{0: "0 trials", 1: "1 trial", 2: "2 trials", 1234: "1,234 trials"} {
		if got := Plural(n, "trial", Comma); got != want {
			t.Errorf("Plural(%d) = %q, want %q", n, got, want)
		}
	}
}
