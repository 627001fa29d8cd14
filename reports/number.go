package reports

import (
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Characters in printed numbers. The thin space does not break, so a number stays on one line.
const (
	thin      = numerals.Narrow // between groups of three digits and before a unit
	minus     = numerals.Minus
	maxDigits = 17 // no float64 has more significant digits
)

// significant prints x with the given number of significant digits, keeping trailing zeros: 0.0123,
// 1.20, 1 230, −4.56. For more than six digits before the point or four zeros after it, it uses
// powers of ten: 1.23×10⁻⁶. It returns the number and the power separately.
func significant(x float64, digits int) (number, power string) {
	if s, done := special(x); done {
		return s, ""
	}
	mantissa, exp := cutExponent(strconv.FormatFloat(x, 'e', digits-1, 64))
	if exp < -5 || exp > 6 {
		return strings.Replace(mantissa, "-", minus, 1), "×10" + superscripts.Replace(strconv.Itoa(exp))
	}
	return fixed(rounded(x, digits), max(0, digits-1-exp)), ""
}

// rounded rounds x to the given number of significant digits.
func rounded(x float64, digits int) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return r
}

// decimals returns the number of digits after the point that [significant] prints for x.
func decimals(x float64, digits int) int {
	if x == 0 || math.IsInf(x, 0) {
		return digits - 1
	}
	_, exp := cutExponent(strconv.FormatFloat(x, 'e', digits-1, 64))
	return max(0, digits-1-exp)
}

// fixed prints x with the given number of decimals and grouped digits. It
// never prints a negative zero.
func fixed(x float64, decimals int) string {
	if s, done := special(x); done {
		return s
	}
	return numerals.Fixed(x, decimals, thin)
}

// special prints zero and the infinities.
func special(x float64) (s string, done bool) {
	switch {
	case x == 0:
		return "0", true
	case math.IsInf(x, 1):
		return "∞", true
	case math.IsInf(x, -1):
		return minus + "∞", true
	case math.IsNaN(x):
		return "–", true
	}
	return "", false
}

// cutExponent splits the output of FormatFloat(…, 'e', …).
func cutExponent(s string) (mantissa string, exp int) {
	mantissa, e, _ := strings.Cut(s, "e")
	exp, _ = strconv.Atoi(e)
	return mantissa, exp
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³",
	"4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// count prints a count: in full if it is below 100 000 or full is set, otherwise with the given
// number of significant digits and a decimal prefix.
func count(x float64, digits int, full bool) (number, suffix string) {
	switch a := math.Abs(x); {
	case a >= 1e21: // beyond the last prefix, and infinity
		return significant(x, digits)
	case x != math.Trunc(x) && a < 1000: // a mean or a median of counts
		return significant(x, max(digits, len(strconv.Itoa(int(a)))+1))
	case full && a < 1<<53, math.Round(a) < 100_000:
		return fixed(math.Round(x), 0), ""
	}
	return scaled(x, x, digits, 1000, []string{"", "k", "M", "G", "T", "P", "E"})
}

// scaled prints x in the largest unit for which the rounded model is at least 1.
func scaled(x, model float64, digits int, base float64, units []string) (number, unit string) {
	i := 0
	for ; i < len(units)-1; i++ {
		if max(math.Abs(model), math.Abs(rounded(model, digits))) < base {
			break
		}
		x, model = x/base, model/base
	}
	number, power := significant(x, digits)
	return number, power + units[i]
}

// seconds prints a time with the SI prefix that suits the model.
func seconds(x, model float64, digits int) (number, suffix string) {
	if model == 0 || math.IsInf(x, 0) || math.Abs(model) >= 1 {
		number, power := significant(x, digits)
		return number, power + thin + "s"
	}
	number, unit := scaled(x*1e9, model*1e9, digits, 1000, []string{"ns", "µs", "ms", "s"})
	return number, thin + unit
}

// bytesText prints an amount of memory with the binary prefix that suits the model.
func bytesText(x, model float64, digits int) (number, suffix string) {
	if math.Abs(model) < 1024 && x == math.Trunc(x) {
		return fixed(x, 0), thin + "B"
	}
	number, unit := scaled(x, model, digits, 1024, []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"})
	return number, thin + unit
}

// percent prints a fraction with one decimal, or with more if a share other than 0 or 1 would look
// like 0 % or 100 %.
func percent(x float64, digits int) (number, suffix string) {
	suffix = thin + "%"
	if x == 0 || x == 1 || math.IsInf(x, 0) {
		return fixed(x*100, 0), suffix
	}
	places := 1
	if digits > 0 {
		places = decimals(x*100, digits)
	}
	for ; places < 6; places++ {
		r, _ := strconv.ParseFloat(strconv.FormatFloat(x*100, 'f', places, 64), 64)
		if r != 0 && r != 100 {
			break
		}
	}
	return fixed(x*100, places), suffix
}

// pValue prints a probability with two significant digits, or "< 0.001".
func pValue(x float64, digits int) string {
	switch {
	case x == 0 || x == 1:
		return fixed(x, 0)
	case 0 < x && x < 0.001:
		return "<" + thin + "0.001"
	}
	s, power := significant(x, digits)
	return s + power
}

// floorDigits rounds x down to the given number of significant digits, so that a printed lower
// bound is still one.
func floorDigits(x float64, digits int) float64 {
	if x == 0 || !finite(x) {
		return x
	}
	r := rounded(x, digits)
	if r <= x {
		return r
	}
	_, exp := cutExponent(strconv.FormatFloat(x, 'e', digits-1, 64))
	return rounded(r-math.Pow10(exp-digits+1), digits)
}

// width returns how many columns of a terminal s takes: none for combining marks, two for wide East
// Asian characters (Unicode Standard Annex 11).
func width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case r <= 0x36f, r >= 0x200b && r <= 0x200d, r == 0xfe0f:
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}
