package notebooks

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
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
	for _, image := range []string{"no.png", "a.exe", "../a.png", "/etc/a.png", "sub/b.SVG", "attachment:no.png"} {
		nb.Cells = []*nbformat.Cell{markdown("# T"), markdown("a\n\n![](" + image + ")")}
		r, err := ReportOf(nb)
		if err != nil {
			t.Fatal(err)
		}
		if warnings, err := page.Warnings(r); err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "text at the top: line 3: the image \""+image) {
			t.Errorf("%s: warnings %q, error %v", image, warnings, err)
		}
	}
}

func TestPicturesOfOneNameAndOfNamesWithoutAnEnding(t *testing.T) {
	of := func(source, name, mime, data string) *nbformat.Cell {
		c := markdown(source)
		c.Attachments = map[string]nbformat.Bundle{name: {mime: data}}
		return c
	}
	r, err := ReportOf(nbformat.New(
		of("# T\n\nL\n\n![](attachment:image.png)", "image.png", "image/png", "iVA="),
		of("![](attachment:image.png)", "image.png", "image/png", "iVE="),
		of("![](attachment:image.png)", "image.png", "image/png", "iVA="),
		of("![](attachment:my%20shot.png)", "my shot.png", "image/png", "iVA="),
		of("![](attachment:clip)", "clip", "image/jpeg", "/9j/"),
		of("<img src='attachment:a.png'>", "a.png", "image/svg+xml", "<svg/>"),
		markdown("![](data:image/gif;base64,R0lG)"),
	))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range r.Blocks {
		names = append(names, strings.TrimSpace(b.(reports.Text).Markdown))
	}
	want := []string{"![](images/image.png)", "![](images/image-2.png)", "![](images/image.png)", "![](images/my-shot.png)", "![](images/clip.jpg)", "![](images/a.svg)", "![](images/data.gif)"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
