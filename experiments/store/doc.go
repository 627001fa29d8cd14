// Package store writes trials to a results folder and reads them back.
//
// The trials of a study are rows in append-only files, called journals or segments. An [Index]
// finds rows by key. It is stored in a separate file, and is used only if its checksums are
// correct. A run holds the [Lock] on a study or on a [Shard] of it. Each run is an [Attempt], in
// which each worker writes rows with its own [Writer] to its own segment.
//
// All other processes only read. [Journal.Load] returns the newest row of each trial,
// [Journal.Scan] yields these rows one by one, [Journal.Columns] reads some of their fields, and
// [Store.Table] presents all fields for export. [Merge], [Store.Gather] and [Store.Add] add trials
// from other folders and programs, and [Journal.Collect] removes rows that no run would use.
package store
