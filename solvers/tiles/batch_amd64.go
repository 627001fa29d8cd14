//go:build !purego

package tiles

import "golang.org/x/sys/cpu"

// vectorForms returns the vector implementations that this processor supports.
func vectorForms() (list []form) {
	if cpu.X86.HasAVX2 {
		list = append(list, form{"avx2", &avx2Batches, 4})
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ {
		list = append(list, form{"avx512", &avx512Batches, 8})
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

var avx512Batches = [stackKinds]batchFunc{
	avx512Batch0, avx512Batch1, avx512Batch2, avx512Batch3, avx512Batch4, avx512Batch5,
	avx512Batch6, avx512Batch7, avx512Batch8, avx512Batch9, avx512Batch10, avx512Batch11,
	avx512Batch12, avx512Batch13, avx512Batch14, avx512Batch15, avx512Batch16, avx512Batch17,
	avx512Batch18, avx512Batch19, avx512Batch20, avx512Batch21, avx512Batch22, avx512Batch23,
	avx512Batch24, avx512Batch25, avx512Batch26, avx512Batch27, avx512Batch28, avx512Batch29,
	avx512Batch30, avx512Batch31, avx512Batch32, avx512Batch33, avx512Batch34, avx512Batch35,
	avx512Batch36, avx512Batch37, avx512Batch38, avx512Batch39, avx512Batch40, avx512Batch41,
	avx512Batch42, avx512Batch43, avx512Batch44, avx512Batch45, avx512Batch46, avx512Batch47,
}
