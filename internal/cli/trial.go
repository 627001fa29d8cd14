package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/pprof"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// aboutKeys says what a KEY is.
const aboutKeys = `KEY is STUDY/SET/SIZE/INDEX/STRATEGY, as the row of the trial in trials.csv has
them, or the ID that show trial prints. Of a sweep that a file describes it is
FILE.yaml/SET/SIZE/INDEX/STRATEGY or FILE.yaml/ID.`

func newShowTrialCommand(env *environment) *cobra.Command {
	var flags settingFlags
	to := oneOf{what: "format", words: []string{"text", "html"}}
	cmd := &cobra.Command{
		Use:   "trial KEY",
		Short: "One stored trial, with its instance and its solution",
		Long: `Print what is stored of one trial: a field a line. The instance is there as its
text or as the recipe that makes it, with the digest of its text.

` + aboutKeys + `

--to html, or an output file called .html, makes it a page that steps through
the solution. --instance prints its instance alone: one line that solve and
other programs read, also if the recipe that makes it is what is stored. --json
prints the row as it is stored.`,
		Example: env.example(`  puzzlelab show trial KEY
  puzzlelab show trial -o trial.html KEY
  puzzlelab show trial --instance KEY | puzzlelab solve PUZZLE`),
		ValidArgsFunction: cobra.NoFileCompletions,
		Args:              oneKey,
	}
	flags.registerOut(cmd)
	fs := cmd.Flags()
	instanceOnly := fs.Bool("instance", false, "print its instance alone")
	asJSON := fs.Bool("json", false, "print one JSON object")
	to.register(cmd, "to", "how to show it (default: by the name of the output file, else text)")
	out := fs.StringP("output", "o", "", "write to `FILE` instead of standard output")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		switch {
		case *asJSON && *instanceOnly:
			err = errors.New("--json and --instance exclude each other")
		case to.value != "" && *asJSON:
			err = errors.New("--json and --to exclude each other")
		case to.value != "" && *instanceOnly:
			err = errors.New("--instance and --to exclude each other")
		case to.value == "" && !*asJSON && !*instanceOnly:
			err = to.follow(*out)
		}
		if err != nil {
			return wrongUse(cmd, err)
		}
		if err := checkOutput(*out); err != nil {
			return err
		}
		st, row, err := env.storedTrial(cmd, flags, args[0])
		if err != nil {
			return err
		}
		return env.writeOutput(*out, func(w io.Writer) error {
			switch {
			case *asJSON:
				_, err := w.Write(row.Line())
				return err
			case *instanceOnly:
				inst, err := env.instanceOf(&row)
				if err == nil {
					_, err = fmt.Fprintln(w, inst)
				}
				return err
			case to.value == "html":
				return html.Write(w, env.card(st, &row))
			}
			t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
			fmt.Fprintf(t, "key\t%v\nid\t%s\n", row.Key(), row.Key().ID())
			for f := range row.Fields {
				fmt.Fprintf(t, "%s\t%s\n", env.fieldName(&row, f.Name), f.Text)
			}
			return t.Flush()
		})
	}
	return cmd
}

// fieldName is what a reader calls a field: its text may be a recipe.
func (env *environment) fieldName(row *experiments.Trial, name string) string {
	switch {
	case name == "instance":
		return "digest"
	case name == "text" && env.maker(row.Text) != nil:
		return "recipe"
	case name == "text":
		return "instance"
	}
	return name
}

func newRerunCommand(env *environment) *cobra.Command {
	var flags settingFlags
	cmd := &cobra.Command{
		Use:   "rerun KEY",
		Short: "Run one stored trial again and compare",
		Long: `Run a stored trial once more, under its own seed and limits, and print what was
stored beside what it gives now. Nothing is stored. The exit status is 1 if
anything differs that does not depend on the clock.

` + aboutKeys + `

With --profile the trial is run again and again for a second, or once if it
takes longer, and its CPU profile is written for go tool pprof. With --json the
new row is printed as it would be stored. A trial of a program that was run by
--command needs the same --command.`,
		Example: `  puzzlelab rerun KEY
  puzzlelab rerun KEY --profile cpu.pprof`,
		ValidArgsFunction: cobra.NoFileCompletions,
		Args:              oneKey,
	}
	flags.registerOut(cmd)
	fs := cmd.Flags()
	profile := fs.String("profile", "", "write a CPU profile of the run to `FILE`")
	asJSON := fs.Bool("json", false, "print one JSON object")
	var commands commandFlags
	var logs []string
	var choice study.Choice
	fs.Var(&commands, "command", "the program of strategy NAME, as in `NAME='./solver --fast'`")
	fs.StringArrayVar(&logs, "log", nil, "how its log is read, as in `NAME='Expanded (?P<expanded>[0-9]+)'`")
	fs.StringVar(&choice.Puzzle, "puzzle", "", "which `PUZZLE` a --command is for, if the study is of several")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		st, row, err := env.storedTrial(cmd, flags, args[0])
		if err != nil {
			return err
		}
		choice.Commands = commands.reading(logs)
		if st.Plan == nil {
			return fmt.Errorf("%v is of study %q, which this program cannot run: it was imported, or another program ran it", row.Key(), st.Name)
		}
		again, err := env.rerun(cmd.Context(), st, &row, choice, *profile)
		if _, foreign := errors.AsType[*study.ForeignError](err); foreign && row.Foreign() {
			return failure("give the --command that it was run by", "%w", err)
		}
		if err != nil {
			return wrongChoice(cmd, err)
		}
		err = env.writeOutput("", func(w io.Writer) error {
			if *asJSON {
				_, err := w.Write(again.Line())
				return err
			}
			return compare(w, &row, &again)
		})
		if err != nil {
			return err
		}
		if isFile(*profile) {
			env.say("note", "go tool pprof -top "+*profile+" shows where the time went, and -http=: in place of -top draws it")
		}
		if row.Code != again.Code {
			env.say("note", "the stored trial is of other code")
		}
		if different := experiments.Diff(&row, &again); different != nil {
			return fmt.Errorf("%v gives something else now (stored, now): %s", row.Key(), strings.Join(different, "; "))
		}
		return nil
	}
	return cmd
}

// oneKey is the Args of a command that takes one key.
func oneKey(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return wrongUse(cmd, fmt.Errorf("%s given (want one)", counted(len(args), "key")))
	}
	return nil
}

// storedTrial returns the trial of that key in the results folder, and its study.
func (env *environment) storedTrial(cmd *cobra.Command, flags settingFlags, key string) (of study.Definition, trial experiments.Trial, err error) {
	setting, err := flags.setting(cmd)
	if err != nil {
		return of, trial, err
	}
	store, err := experiments.Open(setting.Root)
	if err != nil {
		return of, trial, err
	}
	studies := env.Studies
	stored, err := store.Studies()
	if err != nil {
		return of, trial, err
	}
	for _, name := range stored { // also those that were imported, which the lab does not have
		if !slices.Contains(env.studyNames(), name) {
			studies = append(slices.Clip(studies), study.Definition{Name: name})
		}
	}
	id := key
	if name, rest, ok := cutStudy(key); ok {
		i := slices.IndexFunc(studies, func(st study.Definition) bool { return st.Name == name })
		if i < 0 {
			st, err := env.studyNamed(cmd, name)
			if err != nil {
				return of, trial, err
			}
			studies, i = []study.Definition{st}, 0
		}
		studies = studies[i : i+1]
		key, id = studies[0].Name+"/"+rest, rest
	}
	var names, ids []string
	for _, st := range studies {
		stored, _, err := store.Load(st.Name)
		if err != nil {
			return of, trial, err
		}
		for i := range stored {
			k := stored[i].Key()
			names = append(names, k.String())
			if key == names[len(names)-1] || id == k.ID() {
				ids = append(ids, fmt.Sprintf("%s (%s, version %d, seed %x)", k.ID(), k.Mode, k.Version, k.Seed))
				of, trial = st, stored[i]
			}
		}
	}
	switch len(ids) {
	case 0:
		slices.Sort(names)
		return of, trial, failure("see trials.csv in the folder of a study, or puzzlelab run STUDY", "%s: none of %s has the key %q%s",
			shown(setting.Root), counted(len(names), "stored trial"), key, search.DidYouMean(key, slices.Compact(names)))
	case 1:
		return of, trial, nil
	}
	return of, trial, failure("give one of "+strings.Join(ids, ", "), "%s stored trials have the key %q", grouped(len(ids)), key)
}

// maker returns the puzzle that makes an instance of a recipe, whose name begins it;
// nil for the text of an instance.
func (env *environment) maker(recipe string) *puzzle.Puzzle {
	for _, p := range env.Puzzles {
		if strings.HasPrefix(recipe, p.Name+" ") {
			return p
		}
	}
	return nil
}

// instanceOf returns the text of a trial's instance.
func (env *environment) instanceOf(row *experiments.Trial) (string, error) {
	if row.Text == "" {
		return "", fmt.Errorf("%v: the text of its instance is too long to be stored, or the trial is of 0.3.0", row.Key())
	}
	p := env.maker(row.Text)
	if p == nil {
		return row.Text, nil
	}
	inst, err := p.Instance(row.Text)
	if err != nil {
		return "", fmt.Errorf("%v: it has no single instance: %w", row.Key(), err)
	}
	return inst.String(), nil
}

// rerun runs the trial again, for a profile until a second has passed.
func (env *environment) rerun(ctx context.Context, st study.Definition, row *experiments.Trial, c study.Choice, profile string) (experiments.Trial, error) {
	if profile == "" {
		return st.Rerun(ctx, row, c)
	}
	var again experiments.Trial
	err := writeTo(env.data, profile, func(w io.Writer) error {
		if err := pprof.StartCPUProfile(w); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		for start := time.Now(); time.Since(start) < time.Second; {
			var err error
			if again, err = st.Rerun(ctx, row, c); err != nil {
				return err
			}
		}
		return nil
	})
	return again, err
}

// compare writes the fields of two runs of a trial side by side.
func compare(w io.Writer, stored, now *experiments.Trial) error {
	short := func(s string) string {
		if r := []rune(s); len(r) > 40 {
			return string(r[:39]) + "…"
		}
		return s
	}
	values := map[string]string{}
	for f := range now.Fields {
		values[f.Name] = f.Text
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tstored\tnow")
	for f := range stored.Fields {
		if f.Result {
			fmt.Fprintf(t, "%s\t%s\t%s\n", f.Name, short(f.Text), short(values[f.Name]))
		}
	}
	return t.Flush()
}
