package notebooks

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

func TestImagesBesideTheNotebookAndOfCellsAreTaken(t *testing.T) {
	c := markdown("# T\n\nlead\n\n![a](sub/a%20b.png \"t\") `![x](y.png)` ![b](./b.SVG)![c](attachment:c.png) ![d](images/d.jpg) ![e](https://e.org/e.png)")
	c.Attachments = map[string]nbformat.Bundle{"c.png": {"image/png": "iVA="}}
	nb := nbformat.New(c)
	nb.Beside = fstest.MapFS{"sub/a%20b.png": {Data: []byte("A")}, "b.SVG": {Data: []byte("<svg/>")}, "images/d.jpg": {Data: []byte("D")}}
	r, err := ReportOf(nb)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{"images/sub/a-20b.png": []byte("A"), "images/b.SVG": []byte("<svg/>"), "images/c.png": []byte("\x89P"), "images/d.jpg": []byte("D")}
	if diff := cmp.Diff(want, r.Images); diff != "" {
		t.Errorf("images (-want +got):\n%s", diff)
	}
	if text := r.Blocks[0].(reports.Text).Markdown; !strings.HasSuffix(text, `![a](images/sub/a-20b.png "t") `+"`![x](y.png)`"+` ![b](images/b.SVG)![c](images/c.png) ![d](images/d.jpg) ![e](https://e.org/e.png)`) {
		t.Errorf("text %q", text)
	}
	for image, want := range map[string]string{
		"no.png": "there is no such file", "a.exe": "no type that reports show", "../a.png": "below the notebook's folder", "/etc/a.png": "below the notebook's folder", "sub/b.SVG": "there is no such file",
	} {
		nb.Cells = []*nbformat.Cell{markdown("# T"), markdown("a\n![](" + image + ")")}
		if _, err := ReportOf(nb); err == nil || !strings.Contains(err.Error(), "cell 2 of the notebook: line 2: image \""+image+"\": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", image, err, want)
		}
	}
}
