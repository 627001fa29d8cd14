package cores

import (
	"reflect"
	"testing"
)

func TestTheLastCoreIsTimedOnAndItsSiblingsAreLeft(t *testing.T) {
	alone := func(cpu int) []int { return []int{cpu} }
	far := func(cpu int) []int { return []int{cpu % 4, cpu%4 + 4} } // 4 cores, as most machines number them
	near := func(cpu int) []int { return []int{cpu &^ 1, cpu | 1} } // as some do
	for _, c := range []struct {
		name     string
		allowed  []int
		siblings func(int) []int
		timed    int
		rest     []int
	}{
		{"no hyper-threads", []int{0, 1, 2, 3}, alone, 3, []int{0, 1, 2}},
		{"two cores", []int{0, 1}, alone, 1, []int{0}},
		{"siblings far apart", []int{0, 1, 2, 3, 4, 5, 6, 7}, far, 3, []int{0, 1, 2, 4, 5, 6}},
		{"siblings next to one another", []int{0, 1, 2, 3}, near, 2, []int{0, 1}},
		{"part of the machine", []int{5, 6}, far, 6, []int{5}},
		{"one core", []int{3}, alone, 0, nil},
		{"one core with two threads", []int{2, 3}, near, 0, nil},
	} {
		if got := split(c.allowed, c.siblings); got.Timed != c.timed || !reflect.DeepEqual(got.Rest, c.rest) {
			t.Errorf("%s: timed on %d, the rest on %v; want %d, %v", c.name, got.Timed, got.Rest, c.timed, c.rest)
		}
	}
}

func TestListsOfProcessors(t *testing.T) {
	for text, want := range map[string][]int{
		"0\n": {0}, "0-1": {0, 1}, "0,4-6,9": {0, 4, 5, 6, 9}, "": nil, "x": nil, "1-": nil, "3,": nil, "-1": nil, "99999": nil, "5-4": nil,
	} {
		if got := parseList(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func FuzzParseList(f *testing.F) {
	f.Add("0-3,8")
	f.Add("4095-4095")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 100 {
			return // each of many ranges is 4,096 long at most
		}
		for _, cpu := range parseList(text) {
			if cpu < 0 || cpu > 4095 {
				t.Errorf("%q has the processor %d", text, cpu)
			}
		}
	})
}
