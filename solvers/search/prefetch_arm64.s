#include "textflag.h"

// func prefetch(groups *group, numbers *uint64, n int)
TEXT ·prefetch(SB), NOSPLIT, $0-24
	MOVD groups+0(FP), R0
	MOVD numbers+8(FP), R1
	MOVD n+16(FP), R2
next:
	SUBS $1, R2
	BLT  done
	MOVD.P 8(R1), R3
	ADD  R3<<6, R0, R3
	PRFM (R3), PLDL1KEEP
	JMP  next
done:
	RET
