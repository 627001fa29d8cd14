package notebooks

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"image"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// markdownBlocks returns the text of a Markdown cell as blocks; source is the cell's source without
// front matter. The first level-one heading becomes the report's title, and the paragraph after it
// the lead.
func markdownBlocks(r *reports.Report, c *nbformat.Cell, beside fs.FS, source string) ([]reports.Block, error) {
	source = takeImages(r, c, beside, source)
	title, lead, text := page.Opening(source, r.Title != "")
	if title != "" {
		r.Title, r.Lead = title, lead
	}
	text = strings.TrimRight(text, "\n")
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	return []reports.Block{reports.Text{Markdown: text, Timing: c.HasTag(TagTiming)}}, nil
}

// slug turns the beginning of a title into an ID of lower-case letters and digits, with hyphens in between.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
	const most = 100 // names of files have up to 255 characters
	id := strings.Join(words, "-")
	return cmp.Or(strings.TrimRight(id[:min(len(id), most)], "-"), "report")
}

// endings maps the MIME types of images to file name extensions.
var endings = map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg"}

// unusual matches characters that reports avoid in file names.
var unusual = lazy.Regexp(`[^A-Za-z0-9._/-]+`)

// takeImages adds the images in a cell's Markdown to the report. It takes images that are attached
// to the cell, files in the notebook's folder or below, files in its folder images, where reports
// put them, and data URLs. Other references stay as they are.
func takeImages(r *reports.Report, c *nbformat.Cell, beside fs.FS, markdown string) string {
	return page.ReplaceImages(markdown, func(destination string) string {
		name, data := imageAt(c, beside, destination)
		mime := typeOf(data)
		if mime == "image/webp" { // PDF and LaTeX do not support WebP
			mime = "image/png"
			data, _ = page.PNG(data)
		}
		ending := endings[mime]
		if ending == "" {
			return ""
		}
		name = "images/" + unusual().ReplaceAllString(strings.TrimPrefix(name, "images/"), "-")
		if kind := path.Ext(name); !strings.EqualFold(strings.Replace(kind, "jpeg", "jpg", 1), ending) {
			name = strings.TrimSuffix(name, kind) + ending
		}
		unique := name
		for n := 2; r.Images[unique] != nil && !bytes.Equal(r.Images[unique], data); n++ {
			unique = strings.TrimSuffix(name, path.Ext(name)) + fmt.Sprint("-", n) + path.Ext(name)
		}
		r.Images[unique] = data
		return unique
	})
}

// imageAt returns an image and its name, or no data if there is no such image.
func imageAt(c *nbformat.Cell, beside fs.FS, destination string) (name string, data []byte) {
	plain, err := url.PathUnescape(destination)
	if err != nil {
		plain = destination
	}
	scheme, rest, _ := strings.Cut(plain, ":")
	switch {
	case scheme == "attachment":
		bundle, ok := c.Attachments[strings.TrimPrefix(destination, "attachment:")]
		if !ok {
			bundle = c.Attachments[rest]
		}
		_, data = picture(bundle)
		return rest, data
	case scheme == "data":
		_, encoded, _ := strings.Cut(rest, ",")
		data, _ = base64.StdEncoding.DecodeString(encoded) // is of no type if it is invalid
		return "data", data
	}
	for _, file := range []string{path.Clean(destination), path.Clean(plain)} {
		for _, place := range []string{file, "images/" + strings.TrimPrefix(file, "images/")} {
			if data, err := readBeside(beside, place); err == nil {
				return file, data
			}
		}
	}
	return "", nil
}

// typeOf returns the type of an image, or "" if it cannot be read.
func typeOf(data []byte) string {
	if _, kind, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		return "image/" + kind
	}
	if _, err := svg.Read(data); err == nil {
		return "image/svg+xml"
	}
	return ""
}

// picture returns the picture in a bundle, in the best form that reports can show, and its type.
func picture(b nbformat.Bundle) (mime string, data []byte) {
	if text, ok := b.Text("image/svg+xml"); ok {
		if data, err := b.Bytes("image/svg+xml"); err == nil { // as in attachments
			return "image/svg+xml", data
		}
		return "image/svg+xml", []byte(text)
	}
	for _, mime := range b.Types() {
		if endings[mime] != "" {
			if data, err := b.Bytes(mime); err == nil {
				return mime, data
			}
		}
	}
	return "", nil
}
