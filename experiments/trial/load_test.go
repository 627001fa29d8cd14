package trial

// rows returns trials of a study that differ in size or index.
func rows(study string, n int) []Trial {
	var list []Trial
	for i := range n {
		trial := sample()
		trial.Study, trial.Size, trial.Index = study, 10*(1+i%3), i/3
		trial.Cost = i
		list = append(list, trial)
	}
	return list
}
