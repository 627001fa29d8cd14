package experiments

import "slices"

// LoadWhere is [Journal.Load] of the rows that keep returns true for: of several such
// rows with one [Key] it returns the newest, whether or not a newer one is stored that is
// left out. So it finds the rows of an earlier code or version.
func (j *Journal) LoadWhere(keep func(*Trial) bool) ([]Trial, LoadInfo, error) {
	x, err := j.read()
	if err != nil {
		return nil, LoadInfo{}, err
	}
	kept := make([]bool, len(x.entries))
	places := make([]int32, len(x.entries))
	for i := range places {
		places[i] = int32(i)
	}
	x.sort(places)
	i := 0
	for row, err := range x.rows(places) {
		if err != nil {
			return nil, x.info, err
		}
		kept[places[i]] = keep(row)
		i++
	}
	newest := map[hashedKey]int32{}
	for place, yes := range kept { // oldest first
		if yes {
			newest[x.entries[place].key] = int32(place)
		}
	}
	places = places[:0]
	for _, place := range newest {
		places = append(places, place)
	}
	slices.Sort(places)
	info := x.info
	info.Sources = x.used(places)
	trials, err := x.trials(places)
	sortTrials(trials)
	return trials, info, err
}
