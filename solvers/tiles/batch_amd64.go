//go:build !purego

package tiles

import "golang.org/x/sys/cpu"

// vectorForms returns the vector implementations that this processor supports.
func vectorForms() (list []form) {
	if cpu.X86.HasAVX2 {
		list = append(list, form{"avx2", &avx2Batches, 4})
	}
	return list
}

var avx2Batches = [stackKinds]batchFunc{
	avx2Batch0, avx2Batch1, avx2Batch2, avx2Batch3, avx2Batch4, avx2Batch5,
	avx2Batch6, avx2Batch7, avx2Batch8, avx2Batch9, avx2Batch10, avx2Batch11,
	avx2Batch12, avx2Batch13, avx2Batch14, avx2Batch15, avx2Batch16, avx2Batch17,
	avx2Batch18, avx2Batch19, avx2Batch20, avx2Batch21, avx2Batch22, avx2Batch23,
	avx2Batch24, avx2Batch25, avx2Batch26, avx2Batch27, avx2Batch28, avx2Batch29,
	avx2Batch30, avx2Batch31, avx2Batch32, avx2Batch33, avx2Batch34, avx2Batch35,
	avx2Batch36, avx2Batch37, avx2Batch38, avx2Batch39, avx2Batch40, avx2Batch41,
	avx2Batch42, avx2Batch43, avx2Batch44, avx2Batch45, avx2Batch46, avx2Batch47,
}
