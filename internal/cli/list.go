package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/sweepfile"
	"github.com/puzzlelab/puzzlelab/notebooks/diff"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/ask"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// topic is an argument of list.
type topic struct {
	name, doc string
	rows      func(*environment) []listRow
}

// topics returns all topics in the order in which list prints them.
func topics() []topic {
	return []topic{
		{"puzzles", "puzzles that can be searched", listed(func(p *puzzle.Puzzle) []entry {
			return []entry{{Name: p.Name, Version: 1, Doc: p.Doc, Source: p.Source}}
		})},
		{"strategies", "search strategies and their options", listed(ask.Strategies)},
		{"heuristics", "estimates of the remaining cost", listed(ask.Heuristics)},
		{"families", "families and published sets of instances", listed(ask.Families)},
		{"studies", "studies that reproduce can run", listStudies},
		{"figures", "the figures, tables and claims of studies", listFigures},
		{"metrics", "counters and measurements", listMetrics},
		{"schemas", "JSON Schemas for --json output and for FILE.yaml (use --json)", listSchemas},
	}
}

// listRow is an entry of a list, and its JSON object.
type listRow struct {
	Topic  string `json:"topic"`
	Puzzle string `json:"puzzle,omitempty"`
	Study  string `json:"study,omitempty"`
	entry
	Schema json.RawMessage `json:"schema,omitempty"`
}

type entry = ask.Entry

// heading returns the line above a group of rows.
func (row listRow) heading(topic string) string {
	owner := cmp.Or(row.Study, row.Puzzle)
	if owner == "" || topic == "puzzles" || topic == "studies" {
		return topic
	}
	return topic + " of " + owner
}

// listed returns the rows of all puzzles.
func listed(of func(*puzzle.Puzzle) []entry) func(*environment) []listRow {
	return func(env *environment) (rows []listRow) {
		for _, p := range env.Puzzles {
			for _, e := range of(p) {
				rows = append(rows, listRow{Puzzle: p.Name, entry: e})
			}
		}
		return rows
	}
}

func listSchemas(*environment) []listRow {
	return study.Map(schemas(), func(p documented) listRow {
		schema, err := p.schema()
		if err != nil {
			panic("cli: the schema of " + p.command + ": " + err.Error()) // the row cannot be written as JSON
		}
		return listRow{entry: entry{Name: p.command, Doc: p.doc}, Schema: schema}
	})
}

func newListCommand(env *environment) *cobra.Command {
	words := study.Map(topics(), func(t topic) puzzle.Word { return puzzle.Word{Name: t.name, Doc: t.doc} })
	c := &printing{environment: env}
	return newCommand("list [TOPIC…]", "List puzzles, strategies, studies and more, with sources",
		c.list, &c.jsonFlag, more(explained(words, 10)), completes(cobra.FixedCompletions(offers(words), cobra.ShellCompDirectiveNoFileComp)))
}

func (c *printing) list(cmd *cobra.Command, args []string) error {
	known := study.Map(topics(), func(t topic) string { return t.name })
	if len(args) == 0 {
		args = known
	}
	var rows []listRow
	for _, arg := range args {
		i := slices.Index(known, arg)
		if i < 0 {
			return wrongUse(cmd, fmt.Errorf("%q is not a topic (want %s)%s", arg, strings.Join(known, ", "), search.DidYouMean(arg, known)))
		}
		for _, row := range topics()[i].rows(c.environment) {
			row.Topic, row.Options = arg, append([]puzzle.Option{}, row.Options...) // in JSON never null
			rows = append(rows, row)
		}
	}
	return printAll(c.environment, c.json, rows, func(w io.Writer) error { listText(w, rows); return nil })
}

// listText prints a heading for each topic and, if necessary, puzzle or study. Each row takes at
// least two lines, so that narrow terminals need not break lines.
func listText(w io.Writer, rows []listRow) {
	topic, heading := "", ""
	for _, row := range rows {
		if topic != "" && topic != row.Topic {
			fmt.Fprintln(w)
		}
		topic = row.Topic
		if h := row.heading(topic); h != heading {
			fmt.Fprintln(w, h)
			heading = h
		}
		fmt.Fprintf(w, "  %s\n      %s\n", row.Name, row.Doc)
		fact := func(name, text string) {
			if text != "" {
				fmt.Fprintf(w, "      %s: %s\n", name, text)
			}
		}
		fact("promise", row.Promise)
		fact("fits", row.Fits)
		for _, o := range row.Options {
			fact("option", o.String())
		}
		fact("source", row.Source)
	}
}

func listStudies(env *environment) []listRow {
	return study.Map(env.Studies, func(st study.Definition) listRow {
		return listRow{Puzzle: st.Puzzle, entry: entry{Name: st.Name, Doc: st.Title, Source: st.Source}}
	})
}

func listFigures(env *environment) []listRow {
	var rows []listRow
	for _, st := range env.Studies {
		for _, item := range st.Items {
			rows = append(rows, listRow{Study: st.Name, entry: entry{Name: item.ID, Doc: itemDoc(item)}})
		}
	}
	return rows
}

// itemDoc describes an item, and whether it shows measured times.
func itemDoc(item study.Item) string {
	block, err := item.Describe()
	if err != nil {
		return "made of trials only"
	}
	doc := ""
	switch b := block.(type) {
	case reports.Figure:
		// Titles may end with the sample size.
		doc = "figure: " + strings.TrimSuffix(b.Title, ", n = 0")
	case reports.Table:
		doc = "table: " + b.Title
	case reports.Claim:
		doc = "claim: " + b.Statement
	}
	if block.About().Timing {
		doc += " (measured times)"
	}
	return doc
}

func listMetrics(*environment) []listRow {
	return study.Map(trial.Metrics(), func(m trial.Metric) listRow {
		how := fmt.Sprintf(" Over instances: the %s.", m.Aggregate)
		if m.Timing {
			how += " Depends on the machine."
		}
		return listRow{entry: entry{Name: m.Name, Doc: m.Doc + how}}
	})
}

// documented is the output of a command with --json, or an input file.
type documented struct {
	command, doc string
	schema       func() (json.RawMessage, error) // JSON Schema (draft 2020-12) of each line
}

// schemas lists the JSON outputs and the schema of sweep files.
func schemas() []documented {
	row := func() (json.RawMessage, error) { return trial.Schema(), nil }
	return []documented{
		{"solve", "an instance with its answer, or one of its solutions", schemaOf(solvedRow{}, solutionRow{})},
		{"generate", "an instance and the settings that generated it", schemaOf(generatedRow{})},
		{"show", "an instance with its solution and structure", schemaOf(shownRow{})},
		{"show trial", "a stored trial, which is a line of a journal", row},
		{"show trials", "the statistics of trials whose fields are equal", schemaOf(groupRow{})},
		{"run", "a strategy on the instances of one set and size", schemaOf(summaryRow{})},
		{"plan", "the missing trials of a strategy on the instances of one set and size", schemaOf(planRow{})},
		{"status", "the progress of a study", schemaOf(statusRow{})},
		{"gc", "the stored trials of a study, and those that no run would reuse", schemaOf(garbageRow{})},
		{"rerun", "a trial in its stored form", row},
		{"verify", "a trial whose rerun differs", schemaOf(differenceRow{})},
		{"compare", "the comparison for one strategy, or a trial that differs", schemaOf(changeRow{}, differenceRow{})},
		{"list", "an entry of a topic", schemaOf(listRow{})},
		{"notebook params", "a parameter", schemaOf(execute.Parameter{})},
		{"notebook status", "a cell", schemaOf(execute.Status{})},
		{"notebook diff", "a part of a cell that differs", schemaOf(diff.Difference{})},
		{"notebook verify", "a part of a cell whose output differs", schemaOf(diff.Difference{})},
		{"kernel doctor", "a check", schemaOf(install.Check{})},
		{"tables", "a table", schemaOf(tableRow{})},
		{"enumerate", "the number of states at each distance", schemaOf(enumeratedRow{})},
		{"version", "the binary", schemaOf(versionInfo{})},
		{reports.MIMEFigure, "a figure in a notebook", func() (json.RawMessage, error) { return json.RawMessage(chart.Schema), nil }},
		{"--command", "the answer from a program to a request", schemaOf(command.Answer{})},
		{"FILE.yaml", "a sweep that run and report accept instead of a study; see run -h", sweepfile.Schema},
	}
}

// schemaOf describes lines that have the form of one of the rows.
func schemaOf(rows ...any) func() (json.RawMessage, error) {
	known := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {},
		reflect.TypeFor[puzzle.Analysis](): {Type: "object"},
	}}
	return func() (json.RawMessage, error) {
		var of []*jsonschema.Schema
		for _, row := range rows {
			s, err := jsonschema.ForType(reflect.TypeOf(row), known)
			if err != nil {
				return nil, err
			}
			of = append(of, s)
		}
		s := of[0]
		if len(of) > 1 {
			s = &jsonschema.Schema{AnyOf: of}
		}
		s.Schema = "https://json-schema.org/draft/2020-12/schema"
		return json.Marshal(s)
	}
}
