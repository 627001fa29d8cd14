// Package exchange takes trials to other programs and brings theirs in.
//
// Out go the columns of a [store.Table], which is read once and never held:
//
//	table, err := store.Table("pruning")
//	err = exchange.WriteParquet(w, table)
//
// CSV and Parquet have the same columns; JSON lines are those of the journals.
// [WriteDictionary] writes what each column means, and Parquet has it in its metadata
// under the name dictionary.
package exchange
