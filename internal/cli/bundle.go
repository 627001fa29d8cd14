package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/crate"
	"github.com/puzzlelab/puzzlelab/reports/formats"
)

// forgetHour takes out when a report was rendered, so that it is packed to the same
// bytes again.
func forgetHour(p *reports.Provenance) {
	for i, s := range p.Sections {
		if s.Title == reports.Rendered {
			p.Sections[i].Pairs = slices.DeleteFunc(s.Pairs, func(pair reports.Pair) bool { return pair.Key == "started" })
		}
	}
}

// pack packs a report on a study or on a notebook's file with its trials and its
// notebook: the executed one that is in the folder of the study, else the one that
// the study has.
func (c *reporting) pack(name string, r reports.Report, made files) (zip formats.File, err error) {
	packed, notebook, ofStudy := made.byName(), name, c.st.Name != ""
	if ofStudy {
		csv, err := trialsFile(c.summary.Trials)
		if err != nil {
			return zip, err
		}
		packed[csv.Name] = csv.Data
		notebook = filepath.Join(studyFolder(c.st, c.Setting), notebookFile)
		if n, err := c.studyNotebook(c.st, c.Setting); err == nil {
			packed[notebookFile] = n.nb.Bytes()
		}
	}
	switch data, err := os.ReadFile(notebook); {
	case err == nil:
		packed[notebookFile] = data
	case !ofStudy || !errors.Is(err, fs.ErrNotExist):
		return zip, err
	}
	var data bytes.Buffer
	err = crate.Write(&data, r, packed)
	return formats.File{Name: r.ID + ".zip", Data: data.Bytes()}, err
}
