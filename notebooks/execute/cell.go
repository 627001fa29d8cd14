package execute

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Kinds of failures that package engine does not define.
const (
	Timeout engine.Kind = "timeout" // the cell took longer than [Options.Timeout]
	Display engine.Kind = "display" // the cell's program lost the connection that it uses to show values

	// Cancelled is the kind of failure that the notebook shows if the run was canceled. [Run]
	// itself returns the context's error.
	Cancelled engine.Kind = "cancelled"
)

// CellError is the error for a cell that failed.
type CellError struct {
	engine.Failure
	ID string // ID of the cell in the notebook
}

// Error returns the message, preceded by the cell, the line and the kind of failure.
func (e *CellError) Error() string {
	at := fmt.Sprintf("cell %d", e.Cell)
	if e.Line > 0 {
		at += fmt.Sprintf(", line %d", e.Line)
	}
	return fmt.Sprintf("execute: %s: %s: %s", at, e.Kind, e.Value)
}

// cell runs a cell and stores its outputs. The error is a *CellError, or wraps the context's error.
func (r *runner) cell(ctx context.Context, c codeCell) error {
	limited := ctx
	if r.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, r.Timeout)
		defer cancel()
	}
	number := c.run
	c.ExecutionCount = &number
	out := collector{runner: r, cell: c.Cell}
	err := r.engine.Run(limited, engine.Cell{Number: number, Source: c.Source, Emit: out.add, Grace: r.Grace})
	out.endStreams()
	failure, failed := errors.AsType[*engine.Failure](err)
	stopped := failed && (failure.Kind == engine.Interrupted || failure.Kind == engine.Killed)
	switch {
	case stopped && ctx.Err() != nil:
		failure = &engine.Failure{Kind: Cancelled, Cell: number, Value: context.Cause(ctx).Error()}
	case stopped:
		value := fmt.Sprintf("took longer than %v", r.Timeout)
		if failure.Kind == engine.Killed {
			value += "; " + failure.Value
		}
		failure = &engine.Failure{Kind: Timeout, Cell: number, Value: value}
	case !failed && slices.ContainsFunc(c.Outputs, func(o *nbformat.Output) bool { return o.Name == "stderr" && lostDisplays().MatchString(o.Text) }):
		failure = &engine.Failure{Kind: Display, Cell: number, Value: "the program lost its connection to the kernel; displays are missing"}
	case !failed:
		return nil
	}
	failure.Text = cmp.Or(failure.Text, fmt.Sprintf("%s: %s", failure.Kind, failure.Value))
	out.append(&nbformat.Output{
		Type: nbformat.Error, ErrorName: string(failure.Kind), ErrorValue: failure.Value, Traceback: strings.Split(failure.Text, "\n"),
	})
	if failure.Kind == Cancelled {
		return fmt.Errorf("execute: cell %d: %w", number, context.Cause(ctx))
	}
	return &CellError{Failure: *failure, ID: c.ID}
}

// lostDisplays matches messages that gonbui prints if nothing reads its displays. In that case
// gonbui does not stop.
var lostDisplays = lazy.Regexp(`failed opening pipe|failed to write to GoNB pipe|failed to read from GoNB pipe`)

// collector collects the outputs of a cell. Between two displays it joins all text of each stream,
// with standard output first, because the order of output from two pipes cannot be known.
type collector struct {
	*runner
	cell    *nbformat.Cell
	streams [2]strings.Builder // text since the last display: standard output and standard error
}

func (c *collector) add(o engine.Output) {
	switch {
	case o.Type == nbformat.Stream && o.Name == "stderr":
		c.streams[1].WriteString(o.Text)
	case o.Type == nbformat.Stream:
		c.streams[0].WriteString(o.Text)
	case o.Update:
		for _, old := range c.shown[o.ID] {
			c.entangled = c.entangled || !slices.Contains(c.cell.Outputs, old)
			old.Data, old.Metadata = o.Data, o.Metadata
		}
	default:
		c.append(&o.Output)
		if o.ID != "" {
			c.shown[o.ID] = append(c.shown[o.ID], &o.Output)
		}
	}
}

func (c *collector) append(o *nbformat.Output) {
	c.endStreams()
	c.cell.Outputs = append(c.cell.Outputs, o)
}

// endStreams stores the text of both streams as outputs.
func (c *collector) endStreams() {
	for i, name := range []string{"stdout", "stderr"} {
		text := c.streams[i].String()
		if text == "" {
			continue
		}
		if name == "stderr" {
			text = c.engine.Clean(text)
		}
		c.cell.Outputs = append(c.cell.Outputs, &nbformat.Output{Type: nbformat.Stream, Name: name, Text: text})
		c.streams[i].Reset()
	}
}
