// Package store keeps trials in a results folder.
//
// The trials of a study are the rows of its journals, which only grow. An [Index] finds them by
// their keys, and is kept in a file of its own, which is believed as far as its checksums are
// right. Runs take the [Lock] of a study, or of a [Shard] of it, and write as an [Attempt], of
// which each worker has a [Writer].
//
// Everybody else reads: [Journal.Load] returns the newest row of each trial, [Journal.Scan] one
// after the other, [Journal.Columns] some of their fields, [Store.Table] all of them for other
// programs. [Merge], [Store.Gather] and [Store.Add] bring trials of elsewhere, and
// [Journal.Collect] takes out what no run would use.
package store
