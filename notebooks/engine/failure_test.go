package engine

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

func TestTextsAreCleanedOfWhatChanges(t *testing.T) {
	e := &Engine{temp: "/tmp/puzzlelab-1", spec: install.Spec{Root: "/home/me/lab"}}
	check := func(in, want string) {
		t.Helper()
		if got := e.Clean(in); got != want {
			t.Errorf("Clean(%q)\n got %q\nwant %q", in, got, want)
		}
	}
	check("\t/tmp/puzzlelab-1/notebook/cell[3]:2 +0x53\n", "\tcell[3]:2\n")
	check("open /tmp/puzzlelab-1/x: no", "open $TMPDIR/x: no")
	check("main.f(0xc000012345, {0x4a80af?, 0x1})\n\t/home/me/lab/tiles/board.go:7 +0x1d\n", "main.f(...)\n\ttiles/board.go:7\n")
	check("tiles.(*Board).Move(...)\n", "tiles.(*Board).Move(...)\n")
	check("f(12) is left alone +0x1d\n", "f(12) is left alone +0x1d\n")
	check("main.puzzlelab_main_3.func1()\n\tcell[3]:4\n", "main.main.func1()\n\tcell[3]:4\n")
	check("runtime: sp=0xc0 stack=[0xc0, 0xc1]\nfatal error: stack overflow\n\ngoroutine 1 gp=0xc0 m=0 mp=0x59 [running]:\nmain.f(...)\n\t/x.go:1 +0x1c fp=0x2 sp=0x3 pc=0x4\n\ngoroutine 17 gp=0xc1 m=nil [GC sweep wait]:\nruntime.gopark(...)\n\t/proc.go:46 +0xce fp=0x19 sp=0x19 pc=0x47\ncreated by runtime.gcenable in goroutine 1\n\t/mgc.go:2 +0x66\n",
		"fatal error: stack overflow\n\ngoroutine [running]:\nmain.f(...)\n\t/x.go:1\n")
	check("goroutine 7 [running]:\ncreated by main.f in goroutine 1\n", "goroutine [running]:\ncreated by main.f\n")
	check("[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a80af]\n", "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0]\n")
}
