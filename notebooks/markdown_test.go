package notebooks

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// pixels returns an image of the given kind and width.
func pixels(kind string, width int) []byte {
	var b bytes.Buffer
	picture := image.NewPaletted(image.Rect(0, 0, width, 1), palette.Plan9)
	_ = map[string]func() error{
		"png":  func() error { return png.Encode(&b, picture) },
		"jpeg": func() error { return jpeg.Encode(&b, picture, nil) },
		"gif":  func() error { return gif.Encode(&b, picture, nil) },
	}[kind]() // into memory
	return b.Bytes()
}

func TestImagesBesideTheNotebookAndOfCellsAreTaken(t *testing.T) {
	c := markdown("# T\n\nlead\n\n![a](sub/a%20b.png \"t\") `![x](y.png)` ![b](./b.SVG)![c](attachment:c.png) ![d](images/d.jpg) ![e](https://e.org/e.png)")
	c.Attachments = map[string]nbformat.Bundle{"c.png": {"image/png": base64.StdEncoding.EncodeToString(pixels("png", 1))}}
	nb := nbformat.New(c)
	nb.Beside = fstest.MapFS{"sub/a%20b.png": {Data: pixels("png", 2)}, "b.SVG": {Data: []byte("<svg/>")}, "images/d.jpg": {Data: pixels("jpeg", 1)}, "lfs.png": {Data: []byte("version https://git-lfs.github.com/spec/v1")}}
	r, err := ReportOf(nb)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{"images/sub/a-20b.png": pixels("png", 2), "images/b.SVG": []byte("<svg/>"), "images/c.png": pixels("png", 1), "images/d.jpg": pixels("jpeg", 1)}
	if diff := cmp.Diff(want, r.Images); diff != "" {
		t.Errorf("images (-want +got):\n%s", diff)
	}
	if text := r.Blocks[0].(reports.Text).Markdown; !strings.HasSuffix(text, `![a](images/sub/a-20b.png "t") `+"`![x](y.png)`"+` ![b](images/b.SVG)![c](images/c.png) ![d](images/d.jpg) ![e](https://e.org/e.png)`) {
		t.Errorf("text %q", text)
	}
	for _, image := range []string{"no.png", "a.exe", "../a.png", "/etc/a.png", "sub/b.SVG", "attachment:no.png", "lfs.png"} {
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
	of := func(source, name, mime string, data []byte) *nbformat.Cell {
		c := markdown(source)
		c.Attachments = map[string]nbformat.Bundle{name: {mime: base64.StdEncoding.EncodeToString(data)}}
		return c
	}
	r, err := ReportOf(nbformat.New(
		of("# T\n\nL\n\n![](attachment:image.png)", "image.png", "image/png", pixels("png", 1)),
		of("![](attachment:image.png)", "image.png", "image/png", pixels("png", 2)),
		of("![](attachment:image.png)", "image.png", "image/png", pixels("png", 1)),
		of("![](attachment:my%20shot.png)", "my shot.png", "image/png", pixels("png", 1)),
		of("![](attachment:clip)", "clip", "image/jpeg", pixels("jpeg", 1)),
		of("<img src='attachment:a.png'>", "a.png", "image/svg+xml", []byte("<svg/>")),
		markdown("![](data:image/gif;base64,"+base64.StdEncoding.EncodeToString(pixels("gif", 1))+")"),
	))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range r.Blocks {
		names = append(names, strings.TrimSpace(b.(reports.Text).Markdown))
	}
	want := []string{"![](images/image.png)", "![](images/image-2.png)", "![](images/image.png)", "![](images/my-shot.png)", "![](images/clip.jpg)", `<img src="images/a.svg" alt="">`, "![](images/data.gif)"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
