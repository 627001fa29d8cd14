package fragment

// notebookStyle is the style of tables and claims in the output of a cell. A
// notebook that is not trusted drops it, and the content still reads well.
const notebookStyle = `<style>
.pl-cell{max-width:60em}
.pl-cell figure{margin:.5em 0}
.pl-cell .scroll{overflow-x:auto}
.pl-cell table{border-collapse:collapse;font-variant-numeric:tabular-nums;border:0;border-top:1.5px solid;border-bottom:1.5px solid}
.pl-cell figcaption{padding:.3em 0}
.pl-cell th,.pl-cell td{padding:.25em .7em;text-align:right;font-weight:normal;white-space:nowrap;border:0;background:none}
.pl-cell thead th{border-bottom:1px solid;font-weight:600}
.pl-cell tbody+tbody tr:first-child>*{border-top:1px solid #8886}
.pl-cell table th.w,.pl-cell table td.w{text-align:left}
.pl-cell table td.ci{padding-left:0;opacity:.75;text-align:left}
.pl-cell .notes p{margin:.2em 0;font-size:.9em}
.pl-cell .timing{font-size:.8em;border:1px solid;border-radius:3px;padding:0 .4em;opacity:.8}
.pl-cell .claim{border-left:4px solid #777;padding:.1em 1em;margin:.5em 0}
.pl-cell .claim.holds{border-color:#0b7a5c}.pl-cell .claim.fails{border-color:#bb4004}
.pl-cell .claim p{margin:.3em 0}
.pl-cell .made pre{overflow-x:auto}
.pl-cell .badge{font-weight:600;margin-right:.7em}
</style>
`
