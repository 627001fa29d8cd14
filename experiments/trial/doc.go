// Package trial is what a trial is: one run of a strategy on an instance, as a plain row.
//
// One table of fields is all that files know of a [Trial]: the lines of journals, CSV, the
// columns of other programs, [Diff] and [Schema] go through it, so a new field is one entry.
// A [Metric] is a number of a trial that knows its name, unit and aggregate; statistics,
// figures and tables ask trials through metrics.
//
// A line of a journal ends with the checksum of what stands before ([Sealed]), and is read by
// a [Decoder].
package trial
