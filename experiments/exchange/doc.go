// Package exchange takes trials to other programs and brings theirs in.
//
// Out go the columns of an [experiments.Table], which is read once and never held:
//
//	table, err := store.Table("pruning")
//	err = exchange.WriteParquet(w, table)
//
// CSV, Parquet and SQLite have the same columns; JSON lines are those of the journals.
// What each column means is in the file where the format has a place for it, as a table
// called dictionary in SQLite and as metadata of that name in Parquet, and is what
// [WriteDictionary] writes.
package exchange
