package reports

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
)

// Claim is a statement about the data, with its verdict.
type Claim struct {
	ID        string    `json:"id"`        // unique name that matches [a-z0-9-]+; the target of [[claim:ID]]
	Statement string    `json:"statement"` // one sentence that is true or false; plain text with references
	Evidence  string    `json:"evidence"`  // numbers that support the verdict, with their intervals; plain text with references
	Holds     Verdict   `json:"holds"`
	Timing    bool      `json:"timing"`               // whether the verdict depends on measured times
	Source    string    `json:"source,omitempty"`     // Go source of the claim's declaration and of the function that computes its answer
	Estimate  *Estimate `json:"estimate,omitempty"`   // number that the claim is about, with its interval; nil if there is none
	P         *float64  `json:"p,omitempty"`          // p-value of the test that decides the claim; nil if there is no test
	Adjusted  *float64  `json:"adjusted_p,omitempty"` // P, corrected for the number of claims that are decided together; nil if there is no test
}

// Estimate is a number with its confidence interval and sample size.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
}

// Verdict indicates whether a claim holds, fails or is undecided.
type Verdict = claim.Verdict

// Possible verdicts on claims. Package claim explains them.
const (
	Undecided = claim.Undecided
	Holds     = claim.Holds
	Fails     = claim.Fails
)

// Visit implements [Block].
func (c Claim) Visit(v Visitor) error { return v.Claim(c) }

// About implements [Block].
func (c Claim) About() About {
	return About{
		Timing: c.Timing, Source: c.Source, label: Label{Kind: "claim", ID: c.ID},
		mime: MIMEClaim, texts: []string{c.Statement, c.Evidence}, check: c.validate,
		edited: func(change edit) Block {
			change(&c.Timing, &c.Source, &c.Evidence)
			return c
		},
	}
}

func (c Claim) validate() error {
	if err := checkID("claim", c.ID); err != nil {
		return err
	}
	if c.Statement == "" {
		return fmt.Errorf("reports: claim %q has no statement", c.ID)
	}
	if c.Holds > Fails {
		return fmt.Errorf("reports: claim %q: %d is not a verdict", c.ID, uint8(c.Holds))
	}
	if e := c.Estimate; e != nil && (!finite(e.Value) || !finite(e.Low) || !finite(e.High)) {
		return fmt.Errorf("reports: claim %q: estimate %v [%v, %v] is not finite (leave it out)", c.ID, e.Value, e.Low, e.High)
	}
	return nil
}

// String returns the estimate as reports print it: the value with three significant digits, the
// interval with the same number of decimals, and the sample size.
func (e Estimate) String() string {
	return fmt.Sprintf("%s, n = %s", Column{Kind: Number}.Print(Between(e.Value, e.Low, e.High)), fixed(float64(e.N), 0))
}

// Claims returns the claims in the report in reading order.
func (r Report) Claims() []Claim {
	var claims []Claim
	for _, b := range r.Blocks {
		if c, ok := b.(Claim); ok {
			claims = append(claims, c)
		}
	}
	return claims
}

// Main returns the claims that answer the report's question, in the order of [Report.Headlines].
func (r Report) Main() (claims []Claim) {
	for _, id := range r.Headlines {
		for _, c := range r.Claims() {
			if c.ID == id {
				claims = append(claims, c)
			}
		}
	}
	return claims
}
