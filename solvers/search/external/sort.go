package external

// sortRecords sorts records below 2^bits by their digits of 11 bits, the lowest digit first. It
// returns the sorted slice and the other one. spare must be as long as records.
func sortRecords(records, spare []uint64, bits int) (sorted, other []uint64) {
	const digit = 11
	var all [(64 + digit - 1) / digit][1 << digit]int
	counts := all[:(bits+digit-1)/digit]
	for _, r := range records {
		for i := range counts {
			counts[i][r&(1<<digit-1)]++
			r >>= digit
		}
	}
	for i := range counts {
		count, shift := &counts[i], uint(i*digit)
		if count[records[0]>>shift&(1<<digit-1)] == len(records) {
			continue
		}
		sum := 0
		for d, n := range count {
			count[d] = sum
			sum += n
		}
		for _, r := range records {
			d := r >> shift & (1<<digit - 1)
			spare[count[d]] = r
			count[d]++
		}
		records, spare = spare, records
	}
	return records, spare
}
