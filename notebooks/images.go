package notebooks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// pictures are the endings of images, with the types of attachments.
var pictures = map[string]string{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".svg": "image/svg+xml"}

// unusual matches what names of files in reports do without.
var unusual = regexp.MustCompile(`[^A-Za-z0-9._/-]+`)

// takeImages puts the images of a cell's Markdown into the report: those attached to the
// cell and those of files below the notebook's folder, or in its folder images, where
// reports leave them. Images of the web and those that are data stay as they are.
func takeImages(r *reports.Report, c *nbformat.Cell, beside fs.FS, markdown string) (string, error) {
	text := reports.Text{Markdown: markdown}
	err := text.ReplaceImages(func(destination string) (string, error) {
		attached, isAttached := strings.CutPrefix(destination, "attachment:")
		if !isAttached && strings.Contains(destination, ":") {
			return destination, nil
		}
		if !isAttached {
			attached = path.Clean(attached)
		}
		name := strings.TrimPrefix(attached, "images/")
		mime := pictures[strings.ToLower(path.Ext(name))]
		if mime == "" {
			return "", errors.New("is of no type that reports show (want .png, .jpg, .gif or .svg)")
		}
		data, err := attachment(c.Attachments[attached], mime)
		if !isAttached {
			data, err = imageFile(beside, attached, name)
		}
		if err != nil {
			return "", err
		}
		name = "images/" + unusual.ReplaceAllString(name, "-")
		if other, ok := r.Images[name]; ok && !bytes.Equal(other, data) {
			return "", errors.New("another image of the report has that name")
		}
		if r.Images == nil {
			r.Images = map[string][]byte{}
		}
		r.Images[name] = data
		return name, nil
	})
	return text.Markdown, err
}

// imageFile reads an image beside the notebook, or of that name in the folder images.
func imageFile(beside fs.FS, file, name string) ([]byte, error) {
	data, err := readBeside(beside, file)
	if errors.Is(err, fs.ErrNotExist) {
		if data, err = readBeside(beside, "images/"+name); err != nil {
			err = errors.New("there is no such file beside the notebook")
		}
	}
	return data, err
}

func attachment(b nbformat.Bundle, mime string) ([]byte, error) {
	if !slices.Contains(b.Types(), mime) {
		return nil, fmt.Errorf("the cell has no such attachment of type %s", mime)
	}
	if mime == "image/svg+xml" {
		text, _ := b.Text(mime)
		return []byte(text), nil
	}
	return b.Bytes(mime)
}
