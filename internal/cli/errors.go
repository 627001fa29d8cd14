package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// The exit statuses.
const (
	statusDone        = 0
	statusFailure     = 1
	statusWrongUse    = 2
	statusLimited     = 3
	statusInterrupted = 130
)

// fault is an error that knows its exit status and, perhaps, what to do next.
// Any other error has status 1 and no hint.
type fault struct {
	status int
	err    error  // nil when everything has been said already
	hint   string // "" when the next step is not known
}

func (f *fault) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit status %d", f.status)
	}
	return f.err.Error()
}

func (f *fault) Unwrap() error { return f.err }

// wrongUse marks err as a mistake in the arguments of cmd. The hint is where
// the right ones are described.
func wrongUse(cmd *cobra.Command, err error) error {
	return wrongUseHint(cmd, err, "see "+cmd.CommandPath()+" -h")
}

// wrongUseHint is wrongUse with a better hint.
func wrongUseHint(cmd *cobra.Command, err error, hint string) error {
	if path := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()); path != "" {
		err = fmt.Errorf("%s: %w", strings.TrimSpace(path), err)
	}
	return &fault{status: statusWrongUse, err: err, hint: hint}
}

// exit ends the command with a status after everything has been said.
func exit(status int) error {
	if status == statusDone {
		return nil
	}
	return &fault{status: status}
}

// failure is an error with what to do about it.
func failure(next, format string, args ...any) error { return hint.Errorf(next, format, args...) }

// unknown says that there is nothing of that name.
func unknown(what, name string, known []string) error {
	return fmt.Errorf("no %s is called %q (want %s)%s", what, name, strings.Join(known, ", "), search.DidYouMean(name, known))
}

// resumable marks the error of a command that, given again, goes on where it
// stopped.
type resumable struct{ error }

func (r resumable) Unwrap() error { return r.error }

// report says what err has to say and returns the exit status. Once ctx is
// cancelled that outranks whatever failed because of it; a command that came to
// its end all the same is done.
func (env *environment) report(ctx context.Context, err error) int {
	if err == nil {
		return statusDone
	}
	_, goesOn := errors.AsType[resumable](err)
	if ctx.Err() != nil {
		env.say("error", "interrupted")
		if goesOn {
			env.say("hint", "what finished is stored; the same command goes on where it stopped")
		}
		return statusInterrupted
	}
	f := &fault{status: statusFailure, err: err, hint: hint.Of(err)}
	errors.As(err, &f)
	message, suggestion := splitSuggestion(packageName.ReplaceAllString(err.Error(), "$1"))
	if f.err != nil {
		env.say("error", message)
	}
	if at, ok := errors.AsType[hint.Pointing](err); ok {
		fmt.Fprintln(env.stderr, strings.TrimRight(at.Lines, " \n"))
	}
	switch full := errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT); {
	case suggestion != "":
		env.say("hint", suggestion)
	case full && goesOn:
		env.say("hint", "free some space; the same command goes on")
	case full:
		env.say("hint", "free some space")
	case f.hint != "":
		env.say("hint", f.hint)
	}
	return f.status
}

// packageName is the package of the project that an error begins with, perhaps
// behind the command and a file: a name that means nothing to a user.
var packageName = regexp.MustCompile(`^((?:[a-z ]+: )?(?:[a-z ]*\S+\.(?:ipynb|go): )?|import \S+: (?:as [a-z]+: )?)(?:analysis|display|execute|experiments|html|markdown|nbformat|percent|plots|reports|scaffold|stats|study): `)

// splitSuggestion takes the suggestion that search.DidYouMean appended off a
// message, since here it has a line of its own.
func splitSuggestion(message string) (rest, suggestion string) {
	const mark = "; did you mean "
	if i := strings.LastIndex(message, mark); i >= 0 && strings.HasSuffix(message, "?") {
		return message[:i], message[i+len("; "):]
	}
	return message, ""
}

// say writes one line to standard error. There is nowhere to report that this
// failed.
func (env *environment) say(kind, message string) {
	fmt.Fprintf(env.stderr, "puzzlelab: %s: %s\n", kind, env.named(oneLine(message)))
}

// oneLine folds a message that came with line breaks into one line.
func oneLine(message string) string {
	return strings.Join(strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
