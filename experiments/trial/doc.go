// Package trial defines a trial: one run of a strategy on an instance, as a plain row.
//
// One table describes all fields of a [Trial]. Journal lines, CSV, the columns for other programs,
// [Diff] and [Schema] all use it, so a new field is one entry. A [Metric] reads a number from a
// trial and knows its name, unit and aggregate; statistics, figures and tables read trials through
// metrics.
//
// A journal line ends with the checksum of everything before it ([Sealed]). A [Decoder] reads it.
package trial
