package experiments

// index finds stored rows by their trial. Seeds are hashes of all of a trial's
// key but the strategy and how it was run, so they make short chains.
type index struct {
	rows []stored
	last map[uint64]int32 // seed → the row added last
	link []int32          // row → the one added before it with the same seed, or −1
}

func newIndex(rows []stored) *index {
	x := &index{last: make(map[uint64]int32, len(rows)), rows: make([]stored, 0, len(rows)), link: make([]int32, 0, len(rows))}
	for _, r := range rows {
		x.add(r)
	}
	return x
}

// add adds r, the newest row of its trial.
func (x *index) add(r stored) {
	place := int32(len(x.rows))
	before, ok := x.last[r.trial.Seed]
	if !ok {
		before = -1
	}
	x.rows, x.link = append(x.rows, r), append(x.link, before)
	x.last[r.trial.Seed] = place
}

// find returns the place of the row of a trial with the highest rank, of several
// the newest, or −1 if none has one above 0. Only the trial's key is looked at.
func (x *index) find(t *Trial, rank func(row *Trial) int) int32 {
	place, ok := x.last[t.Seed]
	if !ok {
		return -1
	}
	found, highest := int32(-1), 0
	for ; place >= 0; place = x.link[place] {
		if row := x.rows[place].trial; sameTrial(row, t) {
			if r := rank(row); r > highest {
				found, highest = place, r
			}
		}
	}
	return found
}

// sameTrial reports whether two rows have the same [Key].
func sameTrial(a, b *Trial) bool {
	return a.Seed == b.Seed && a.Strategy == b.Strategy && a.Mode == b.Mode && a.Index == b.Index && a.Size == b.Size &&
		a.Repeat == b.Repeat && a.Version == b.Version && a.Set == b.Set && a.Instance == b.Instance && a.Study == b.Study
}

// at returns the rows at the given places.
func (x *index) at(places []int32) []stored {
	rows := make([]stored, len(places))
	for i, place := range places {
		rows[i] = x.rows[place]
	}
	return rows
}
