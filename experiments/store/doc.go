// Package store keeps trials in a results folder.
//
// The trials of a study are the rows of its journals, which only grow. An [Index] finds them by
// key. It is kept in a separate file, which is used only if its checksums are right. A run takes
// the [Lock] of a study, or of a [Shard] of it, and writes as an [Attempt], in which each worker
// has a [Writer].
//
// Everybody else reads. [Journal.Load] returns the newest row of each trial, [Journal.Scan] yields
// these rows one by one, [Journal.Columns] reads some of their fields, and [Store.Table] gives all
// fields to other programs. [Merge], [Store.Gather] and [Store.Add] bring in trials from elsewhere,
// and [Journal.Collect] removes rows that no run would use.
package store
