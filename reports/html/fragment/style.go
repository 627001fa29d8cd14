package fragment

import "strings"

// tableStyle and claimStyle are the styles of a table and of a claim in the output of a
// cell. A notebook that is not trusted drops them, and the content still reads well. They
// are one line, for a notebook is stored line by line.
var (
	tableStyle = styled(`
figure{margin:.5em 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;border:0;border-top:1.5px solid;border-bottom:1.5px solid}
figcaption{padding:.3em 0}
th,td{padding:.25em .7em;text-align:right;font-weight:normal;white-space:nowrap;border:0;background:none}
thead th{border-bottom:1px solid;font-weight:600}
tbody+tbody tr:first-child>*{border-top:1px solid #8886}
table .w{text-align:left}
table td.ci{padding-left:0;opacity:.75;text-align:left}
.notes p{margin:.2em 0;font-size:.9em}`)
	claimStyle = styled(`
.claim{border-left:4px solid #777;padding:.1em 1em;margin:.5em 0}
.claim.holds{border-color:#0b7a5c}
.claim.fails{border-color:#bb4004}
.claim p{margin:.3em 0}
.badge{font-weight:600;margin-right:.7em}`)
)

// styled returns rules, one a line, and those that both have as the style of a cell:
// nested, so that they touch nothing else.
func styled(rules string) string {
	return "<style>.pl-cell{max-width:60em;" + strings.ReplaceAll(rules, "\n", "") +
		".timing{font-size:.8em;border:1px solid;border-radius:3px;padding:0 .4em;opacity:.8}.made pre{overflow-x:auto}}</style>\n"
}
