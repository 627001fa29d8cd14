// Package trial defines a trial: the record of one run of a strategy on an instance.
//
// One table describes all fields of a [Trial]. Journal lines, CSV, the columns for other programs,
// [Diff] and [Schema] are all derived from this table, so a new field needs only one entry. A
// [Metric] extracts a number from a trial and knows its name, unit and aggregate. Statistics,
// figures and tables read trials only through metrics.
//
// A journal line ends with a checksum of everything before it ([Sealed]). A [Decoder] parses
// journal lines.
package trial
