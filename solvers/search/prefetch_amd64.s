#include "textflag.h"

// func prefetch(groups *group, numbers *uint64, n int)
TEXT ·prefetch(SB), NOSPLIT, $0-24
	MOVQ groups+0(FP), AX
	MOVQ numbers+8(FP), BX
	MOVQ n+16(FP), CX
next:
	DECQ CX
	JLT  done
	MOVQ (BX)(CX*8), DX
	SHLQ $6, DX
	PREFETCHT0 (AX)(DX*1)
	JMP  next
done:
	RET
