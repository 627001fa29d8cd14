package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A topic is something that list lists.
type topic struct {
	name, doc string
	rows      func(*environment) []listRow
}

// topics returns what can be listed, in the order in which list without an
// argument prints it.
func topics() []topic {
	return []topic{
		{"puzzles", "what can be searched", listPuzzles},
		{"strategies", "how it can be searched", func(env *environment) []listRow {
			return listEntries(env, func(p puzzle) []entry { return p.strategies })
		}},
		{"heuristics", "what estimates the cost still to go", func(env *environment) []listRow {
			return listEntries(env, func(p puzzle) []entry {
				if p.heuristics == nil {
					return nil
				}
				return p.heuristics()
			})
		}},
		{"families", "what can be generated", func(env *environment) []listRow {
			return listEntries(env, func(p puzzle) []entry { return slices.Concat(p.families, p.published) })
		}},
		{"studies", "what can be reproduced", listStudies},
		{"figures", "the figures, tables and claims of studies", listFigures},
		{"metrics", "what is counted and measured", listMetrics},
	}
}

// listRow is one line of a list, and its JSON object.
type listRow struct {
	Topic  string `json:"topic"`
	Puzzle string `json:"puzzle,omitempty"`
	Study  string `json:"study,omitempty"`
	entry
}

// heading is the line above a group of rows.
func (row listRow) heading(topic string) string {
	owner := cmp.Or(row.Study, row.Puzzle)
	if owner == "" || topic == "puzzles" || topic == "studies" {
		return topic
	}
	return topic + " of " + owner
}

func listPuzzles(env *environment) []listRow {
	var rows []listRow
	for _, p := range env.puzzles {
		rows = append(rows, listRow{Puzzle: p.name, entry: entry{Name: p.name, Version: 1, Doc: p.doc, Source: p.source}})
	}
	return rows
}

func listEntries(env *environment, of func(puzzle) []entry) []listRow {
	var rows []listRow
	for _, p := range env.puzzles {
		for _, e := range of(p) {
			rows = append(rows, listRow{Puzzle: p.name, entry: e})
		}
	}
	return rows
}

func newListCommand(env *environment) *cobra.Command {
	var asJSON bool
	var names []string
	var described strings.Builder
	var completions []cobra.Completion
	for _, t := range topics() {
		names = append(names, t.name)
		fmt.Fprintf(&described, "\n  %-10s  %s", t.name, t.doc)
		completions = append(completions, cobra.CompletionWithDesc(t.name, t.doc))
	}
	cmd := &cobra.Command{
		Use:   "list [TOPIC…]",
		Short: "List what there is, with its source",
		Long: `List what there is: name, options, one line of documentation, source. Topics:
` + described.String() + `

With --json every line is one object: topic, puzzle, study, name, version, doc,
source, promise, fits, options; what makes no sense for a topic is left out.`,
		Example: `  puzzlelab list strategies
  puzzlelab list families --json`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(completions, cobra.ShellCompDirectiveNoFileComp),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen := topics()
		if len(args) > 0 {
			var err error
			if chosen, err = topicsNamed(args, names); err != nil {
				return wrongUse(cmd, err)
			}
		}
		return env.writeOutput("", func(w io.Writer) error {
			if asJSON {
				return listJSON(w, env, chosen)
			}
			return listText(w, env, chosen)
		})
	}
	return cmd
}

func topicsNamed(args, known []string) ([]topic, error) {
	var chosen []topic
	for _, arg := range args {
		n := len(chosen)
		for _, t := range topics() {
			if t.name == arg {
				chosen = append(chosen, t)
			}
		}
		if len(chosen) == n {
			return nil, fmt.Errorf("there are no %q (want %s)%s", arg, strings.Join(known, ", "), search.DidYouMean(arg, known))
		}
	}
	return chosen, nil
}

func listJSON(w io.Writer, env *environment, chosen []topic) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, t := range chosen {
		for _, row := range t.rows(env) {
			row.Topic = t.name
			if row.Options == nil {
				row.Options = []option{}
			}
			if err := enc.Encode(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// listText prints a heading per topic and, if it matters, puzzle or study, and two
// or more lines per row, so that no line is broken by a narrow terminal.
func listText(w io.Writer, env *environment, chosen []topic) error {
	for i, t := range chosen {
		if i > 0 {
			fmt.Fprintln(w)
		}
		heading := ""
		for _, row := range t.rows(env) {
			if h := row.heading(t.name); h != heading {
				fmt.Fprintln(w, h)
				heading = h
			}
			fmt.Fprintf(w, "  %s\n      %s\n", row.Name, row.Doc)
			if row.Promise != "" {
				fmt.Fprintf(w, "      promise: %s\n", row.Promise)
			}
			if row.Fits != "" {
				fmt.Fprintf(w, "      fits: %s\n", row.Fits)
			}
			for _, o := range row.Options {
				fmt.Fprintf(w, "      option: %s\n", o)
			}
			if row.Source != "" {
				fmt.Fprintf(w, "      source: %s\n", row.Source)
			}
		}
	}
	return nil
}
