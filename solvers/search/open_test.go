package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// The model is a slice sorted by the order that the tie rules promise.
func TestTheOpenListKeepsTheOrderOfTheTieRules(t *testing.T) {
	type entry struct {
		f      int64
		g      int32
		id     uint32
		pushed int
	}
	for _, ties := range []Ties{HighG, LowG, FIFO} {
		order := func(a, b entry) int {
			byG := cmp.Compare(a.g, b.g)
			switch ties {
			case HighG:
				return cmp.Or(cmp.Compare(a.f, b.f), -byG, -cmp.Compare(a.pushed, b.pushed))
			case LowG:
				return cmp.Or(cmp.Compare(a.f, b.f), byG, -cmp.Compare(a.pushed, b.pushed))
			default:
				return cmp.Or(cmp.Compare(a.f, b.f), cmp.Compare(a.pushed, b.pushed))
			}
		}
		for _, spread := range []int64{1, 7, 1000, 1 << 40} {
			rng := rand.New(rand.NewPCG(uint64(ties), uint64(spread)))
			o := newOpen(ties, newChunks())
			var model []entry
			add := func(n int) {
				for range n {
					e := entry{f: rng.Int64N(spread), g: int32(rng.Int64N(min(spread, 1<<30))), id: rng.Uint32(), pushed: len(model)}
					if len(model) > 0 {
						e.pushed = model[0].pushed
						for _, m := range model {
							e.pushed = max(e.pushed, m.pushed)
						}
						e.pushed++
					}
					if o.free == 0 {
						o.addBlock()
					}
					o.push(e.f, e.g, e.id)
					model = append(model, e)
				}
			}
			for round := range 60 {
				add(rng.IntN(60))
				if round%10 == 3 {
					o.renumber(func(id uint32) uint32 { return id ^ 0x5555_5555 })
					for i := range model {
						model[i].id ^= 0x5555_5555
					}
				}
				slices.SortFunc(model, order)
				if next, ok := o.next(); ok && len(model) > 0 && !slices.ContainsFunc(model, func(e entry) bool { return e.id == next }) {
					t.Fatalf("%v, spread %d: next is %d, which is not in the list", ties, spread, next)
				}
				if ties != FIFO && len(model) > 0 {
					want := slices.MinFunc(model, func(a, b entry) int { return cmp.Compare(a.f+int64(a.g), b.f+int64(b.g)) })
					if got, ok := o.least(func(f int64, g int32) int64 { return f + int64(g) }); !ok || got != want.f+int64(want.g) {
						t.Fatalf("%v, spread %d: least %d, %v, want %d", ties, spread, got, ok, want.f+int64(want.g))
					}
				}
				for range min(rng.IntN(60), len(model)) {
					want := model[0]
					model = model[1:]
					id, f, g, ok := o.pop()
					if !ok || id != want.id || f != want.f || ties != FIFO && g != want.g {
						t.Fatalf("%v, spread %d: got %d of f %d, g %d, want %+v", ties, spread, id, f, g, want)
					}
				}
				if o.length != uint64(len(model)) {
					t.Fatalf("%v, spread %d: length %d, want %d", ties, spread, o.length, len(model))
				}
			}
			for range model {
				o.pop()
			}
			if _, _, _, ok := o.pop(); ok {
				t.Errorf("%v, spread %d: an entry too many", ties, spread)
			}
			if held := len(o.blocks)*blockChunks - o.free; held != 0 {
				t.Errorf("%v, spread %d: %d chunks were not given back", ties, spread, held)
			}
		}
	}
}
