package searchtest_test

import (
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// maze is a grid with walls, walked cell by cell, with every ability a problem
// can have. A fault makes it break its contract in one place.
type maze struct {
	plan       []string // # is a wall
	start, end spot
	fault      string
	calls      *int // of Expand
}

type spot struct{ x, y int8 }

// turn is a direction: 1 up, 2 left, 3 right, 4 down.
type turn uint8

func newMaze(fault string, plan ...string) *maze {
	m := &maze{plan: plan, fault: fault, calls: new(int)}
	for y, row := range plan {
		for x, c := range row {
			switch c {
			case 'S':
				m.start = spot{int8(x), int8(y)}
			case 'G':
				m.end = spot{int8(x), int8(y)}
			}
		}
	}
	return m
}

func (m *maze) Start() (spot, int32) { return m.start, m.estimate(m.start, 0) }
func (m *maze) Goal(s *spot) bool    { return *s == m.end }

func (m *maze) Branching() int {
	if m.fault == "Branching is too small" {
		return 3
	}
	return 4
}

func (m *maze) estimate(s spot, via turn) int32 {
	h := max(int32(s.x-m.end.x), int32(m.end.x-s.x)) + max(int32(s.y-m.end.y), int32(m.end.y-s.y))
	switch {
	case m.fault == "the goal has an estimate" && h == 0:
		return 1
	case m.fault == "an estimate is too large" && s == (spot{1, 0}):
		return h + 50
	case m.fault == "an estimate is not consistent" && s == (spot{2, 1}):
		return 0
	case m.fault == "estimates depend on the path" && h > 0 && via == 1:
		return h - 1
	case m.fault == "an estimate is negative" && s == (spot{2, 1}):
		return -1
	}
	return h
}

func (m *maze) Expand(s *spot, via turn, dst []search.Step[spot, turn]) int {
	*m.calls++
	n := 0
	for i := range turn(4) {
		a := i + 1
		if m.fault == "the order depends on the last action" && via == 2 {
			a = 4 - i
		}
		to := a.from(*s)
		if !m.open(to) || m.skips(*s, via, a) {
			continue
		}
		d := &dst[n]
		d.State, d.Action, d.H = to, a, m.estimate(to, a)
		d.Cost = 1 + (int32(s.x)+int32(s.y)+int32(to.x)+int32(to.y))%5
		switch m.fault {
		case "Expand is not deterministic":
			d.Cost += int32(*m.calls / 7 % 2)
		case "a cost is 0":
			d.Cost /= 5
		case "an action is zero":
			d.Action %= 4
		case "an action is repeated":
			d.Action = 1
		case "a field is not filled":
			if d.Cost == 1 {
				d.Cost = dst[len(dst)-1].Cost
			}
		case "undoing costs more":
			d.Cost += int32(a / 4)
		}
		n++
	}
	if m.fault == "Expand changes its argument" {
		s.x ^= 1
	}
	if m.fault == "Expand writes behind its end" {
		dst[:cap(dst)][cap(dst)-1].Cost = 9
	}
	return n
}

// skips says which steps are left out after via.
func (m *maze) skips(s spot, via, a turn) bool {
	switch m.fault {
	case "the wrong step is left out":
		return via != 0 && a == via
	case "two steps are left out":
		return via != 0 && (a == 5-via || a == 2)
	case "a step is always left out":
		return a == 5-via || s == (spot{1, 1}) && a == 4
	}
	return via != 0 && a == 5-via
}

func (a turn) from(s spot) spot {
	switch a {
	case 1:
		s.y--
	case 2:
		s.x--
	case 3:
		s.x++
	case 4:
		s.y++
	}
	return s
}

func (m *maze) open(s spot) bool {
	return s.y >= 0 && int(s.y) < len(m.plan) && s.x >= 0 && int(s.x) < len(m.plan[s.y]) && m.plan[s.y][s.x] != '#'
}

func (m *maze) Pack(s *spot) uint64 {
	if m.fault == "two states have one number" && *s == (spot{0, 1}) {
		return uint64(1)<<8 | 1
	}
	if m.fault == "two alike states have one number" && *s == (spot{0, 4}) {
		return uint64(1)<<8 | 1 // which has the same estimate
	}
	return uint64(uint8(s.x))<<8 | uint64(uint8(s.y))
}

func (m *maze) Unpack(key uint64) spot {
	if m.fault == "Unpack is wrong" && key&255 == 3 {
		key--
	}
	return spot{int8(key >> 8), int8(key)}
}

func (m *maze) Inverse(a turn) turn {
	switch {
	case m.fault == "the inverse is wrong" && a != 0:
		return a
	case m.fault == "none has an inverse":
		return 5 - a
	}
	return (5 - a) % 5
}

func (m *maze) Reverse() search.Reversible[spot, turn] {
	r := *m
	r.start, r.end = m.end, m.start
	switch m.fault {
	case "the reverse begins elsewhere":
		r.start = spot{1, 1}
	case "the reverse ends elsewhere":
		r.end = spot{1, 1}
	case "the reverse has other estimates":
		r.fault = "an estimate is too large"
	}
	return &r
}

// Probe is a fast path with room for faults of its own.
func (m *maze) Probe() search.Probe[turn] {
	if m.fault == "no probe" {
		return nil
	}
	return func(bound int32, g *search.Guard, meter *search.Meter) (int32, []turn, search.Outcome) {
		p := &probing{maze: m, bound: bound, next: search.Infinite, guard: g, meter: meter}
		_, h := m.Start()
		p.visit(search.Step[spot, turn]{State: m.start, H: h}, 0)
		if m.fault == "the probe skips a bound" && p.next < search.Infinite {
			p.next++
		}
		return p.next, p.path, p.outcome
	}
}

type probing struct {
	*maze
	bound, next int32
	guard       *search.Guard
	meter       *search.Meter
	path        []turn
	outcome     search.Outcome
}

func (p *probing) visit(at search.Step[spot, turn], g int32) (stop bool) {
	if outcome, stop := p.guard.Poll(p.meter.Expanded); stop && p.fault != "the probe is late" || stop && p.meter.Expanded%2 == 0 {
		p.outcome = outcome
		return true
	}
	p.meter.Expanded++
	var steps [4]search.Step[spot, turn]
	n := p.Expand(&at.State, at.Action, steps[:])
	if p.fault == "the probe counts all children" {
		p.meter.Generated += uint64(n)
	}
	for _, step := range steps[:n] {
		if p.fault != "the probe counts all children" {
			p.meter.Generated++
		}
		if f := g + step.Cost + step.H; f > p.bound {
			p.next = min(p.next, f)
			continue
		}
		if p.Goal(&step.State) {
			p.path, p.outcome = []turn{step.Action}, search.Solved
			if p.fault == "the probe enters the goal" {
				p.meter.Expanded++
			}
			return true
		}
		if p.visit(step, g+step.Cost) {
			if p.outcome == search.Solved {
				p.path = append([]turn{step.Action}, p.path...)
			}
			if p.fault == "the probe's path is wrong" && p.outcome == search.Solved {
				p.path[0] = 5 - p.path[0]
			}
			return true
		}
	}
	return false
}
