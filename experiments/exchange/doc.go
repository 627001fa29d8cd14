// Package exchange writes trials for other programs and reads theirs.
//
// Exports contain the columns of a [store.Table], which is read once and never held in memory:
//
//	table, err := store.Table("pruning")
//	err = exchange.WriteParquet(w, table)
//
// CSV and Parquet have the same columns. JSON lines have the format of the journals.
// [WriteDictionary] writes the meaning of each column; Parquet files include it in their metadata,
// under the key "dictionary".
package exchange
