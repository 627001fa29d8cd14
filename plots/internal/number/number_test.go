package number

import (
	"math"
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		v                           float64
		plain, short, said, precise string
	}{
		{0, "0", "0", "0", "0"},
		{math.Copysign(0, -1), "0", "0", "0", "0"},
		{-3, "−3", "−3", "−3", "−3.00"},
		{0.6, "0.6", "0.6", "0.6", "0.600"},
		{0.77849, "0.77849", "0.778", "0.778", "0.778"},
		{1.01, "1.01", "1.01", "1.01", "1.01"},
		{123, "123", "123", "123", "123"},
		{1234.5, "1 234.5", "1 230", "1 230", "1 230"},
		{60000, "60 000", "60 000", "60 000", "60 000"},
		{1e9, "1 000 000 000", "10^{9}", "1 billion", "10^{9}"},
		{45750994, "45 750 994", "4.58×10^{7}", "45.8 million", "4.58×10^{7}"},
		{0.00012, "0.00012", "1.2×10^{−4}", "0.00012", "1.2×10^{−4}"},
		{0.0000654321, "6.54×10^{−5}", "6.54×10^{−5}", "0.0000654", "6.54×10^{−5}"},
	} {
		for name, got := range map[string][2]string{
			"Plain":  {Plain(tt.v), tt.plain},
			"Short":  {Short(tt.v), tt.short},
			"Spoken": {Spoken(tt.v), tt.said},
		} {
			if g := strings.ReplaceAll(got[0], Thin, " "); g != got[1] {
				t.Errorf("%s(%v) = %q (want %q)", name, tt.v, g, got[1])
			}
		}
	}
}
