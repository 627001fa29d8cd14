package study

import (
	_ "embed"
	"testing"
	"testing/fstest"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
)

//go:embed source_test.go
var ownFile []byte

// plainTable fills a table.
func plainTable(frame.Frame) (reports.Table, error) {
	return reports.Table{ID: "plain", Columns: []reports.Column{{}}}, nil
}

type question struct{}

func (q question) Table(frame.Frame) (reports.Table, error) { return plainTable(frame.Frame{}) }

func tableOf(id string) func(frame.Frame) (reports.Table, error) {
	return func(frame.Frame) (reports.Table, error) {
		return reports.Table{ID: id, Columns: []reports.Column{{}}}, nil
	}
}

func nothing(frame.Frame) (claim.Answer, error) { return claim.Answer{}, nil }

var asked = claim.NewFamily(append([]claim.Claim{
	{
		ID: "inside", Statement: "It is.",
		Ask: func(frame.Frame) (claim.Answer, error) {
			return claim.Answer{}, nil
		},
	},
	{ID: "elsewhere", Statement: "It is.", Ask: nothing},
	{
		ID: "longer", Statement: "It is.",
		Ask: nothing,
	},
}, computed()...)...)

func computed() []claim.Claim {
	return []claim.Claim{{ID: "comp" + "uted", Statement: "It is.", Ask: func(frame.Frame) (claim.Answer, error) { return claim.Answer{}, nil }}}
}

func TestItemsHaveTheSourceThatMakesThem(t *testing.T) {
	// Files that may be embedded are not tests; this one is.
	files := fstest.MapFS{"declared.go": {Data: append([]byte("//line source_test.go:1\n"), ownFile...)}}
	for _, c := range []struct {
		item Item
		want string
	}{
		{Block("plain", plainTable), "// plainTable fills a table.\nfunc plainTable(frame.Frame) (reports.Table, error) {\n\treturn reports.Table{ID: \"plain\", Columns: []reports.Column{{}}}, nil\n}"},
		{Block("method", question{}.Table), "func (q question) Table(frame.Frame) (reports.Table, error) { return plainTable(frame.Frame{}) }"},
		{Block("x", tableOf("x")), "func tableOf(id string) func(frame.Frame) (reports.Table, error) {\n\treturn func(frame.Frame) (reports.Table, error) {\n\t\treturn reports.Table{ID: id, Columns: []reports.Column{{}}}, nil\n\t}\n}"},
		{Claim(asked, "inside"), "claim.Claim{\n\tID: \"inside\", Statement: \"It is.\",\n\tAsk: func(frame.Frame) (claim.Answer, error) {\n\t\treturn claim.Answer{}, nil\n\t},\n}"},
		{Claim(asked, "elsewhere"), "claim.Claim{ID: \"elsewhere\", Statement: \"It is.\", Ask: nothing}\n\nfunc nothing(frame.Frame) (claim.Answer, error) { return claim.Answer{}, nil }"},
		{Claim(asked, "longer"), "claim.Claim{\n\tID: \"longer\", Statement: \"It is.\",\n\tAsk: nothing,\n}\n\nfunc nothing(frame.Frame) (claim.Answer, error) { return claim.Answer{}, nil }"},
		{Claim(asked, "computed"), "func computed() []claim.Claim {\n\treturn []claim.Claim{{ID: \"comp\" + \"uted\", Statement: \"It is.\", Ask: func(frame.Frame) (claim.Answer, error) { return claim.Answer{}, nil }}}\n}"},
		{Item{ID: "own", Make: func(frame.Frame) (reports.Block, error) { return plainTable(frame.Frame{}) }}, ""},
	} {
		d := Definition{Name: "x", Title: "X", Items: []Item{c.item}, Files: files}
		r, err := d.Report(frame.Frame{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		switch b := r.Blocks[0].(type) {
		case reports.Table:
			got = b.Source
		case reports.Claim:
			got = b.Source
		}
		if got != c.want {
			t.Errorf("%s: the source is\n%s\nwant\n%s", c.item.ID, got, c.want)
		}
		if d.Files = nil; d.source(c.item) != "" {
			t.Errorf("%s: source without files", c.item.ID)
		}
	}
	if got := (Definition{Files: fstest.MapFS{}}).source(Block("plain", plainTable)); got != "" {
		t.Errorf("source of a file that is not there: %q", got)
	}
}
