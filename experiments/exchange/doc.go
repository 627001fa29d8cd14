// Package exchange exports trials for other programs, and imports trials that other programs ran.
//
// Exports contain the columns of a [store.Table]. The export functions read the table once, row by
// row, and never hold all of it in memory:
//
//	table, err := store.Table("pruning")
//	err = exchange.WriteParquet(w, table)
//
// CSV and Parquet have the same columns. JSON lines have the format of the journals.
// [WriteDictionary] writes the meaning of each column. Parquet files include this dictionary in
// their metadata, under the key "dictionary".
package exchange
