// Package crate packs a report and all its files into a zip file in the RO-Crate 1.2 format
// (w3id.org/ro/crate/1.2), which includes a description of the contents. The same files give the
// same bytes.
package crate

import (
	"archive/zip"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/reports"
)

// Files that every crate contains in addition to the files of the report.
const (
	metadata = "ro-crate-metadata.json"
	cff      = "CITATION.cff"
	bibTeX   = "citation.bib"
)

// first is the earliest time that zip files can represent. All files in a crate have this time.
var first = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// Write writes a crate that contains the given files, citation instructions and metadata. The map
// files maps file names to contents. Write returns an error if the report has no date
// ([reports.Report.Date]), because a crate must have one.
func Write(w io.Writer, r reports.Report, files map[string][]byte) error {
	if r.Date() == "" {
		return fmt.Errorf("crate: report %q has no date (give it one in its front matter)", r.ID)
	}
	all := maps.Clone(files)
	all[cff], all[bibTeX] = []byte(r.CFF()), []byte(r.BibTeX())
	described, err := describe(r, all)
	if err != nil {
		return fmt.Errorf("crate: report %q: %w", r.ID, err)
	}
	all[metadata] = described
	z := zip.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		part, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: first})
		if err == nil {
			_, err = part.Write(all[name])
		}
		if err != nil {
			return fmt.Errorf("crate: report %q: pack %s: %w", r.ID, name, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("crate: report %q: %w", r.ID, err)
	}
	return nil
}

// entity is an object in the metadata graph. Encoding sorts its keys.
type entity map[string]any

func id(name string) entity { return entity{"@id": name} }

// describe writes the metadata of a crate.
func describe(r reports.Report, files map[string][]byte) ([]byte, error) {
	labels, err := r.Labels()
	if err != nil {
		return nil, err
	}
	root := entity{
		"@id": "./", "@type": "Dataset", "name": r.Title, "datePublished": r.Date(), "identifier": "sha256:" + r.Digest(),
		"description": cmp.Or(r.Front.Abstract, r.Lead, r.Title), "license": cmp.Or(r.Front.License, "The authors state no license; ask them."),
	}
	graph := []entity{{"@id": metadata, "@type": "CreativeWork", "about": id("./"), "conformsTo": id("https://w3id.org/ro/crate/1.2")}, root}
	link := func(property string, e entity) {
		list, _ := root[property].([]entity)
		root[property] = append(list, id(e["@id"].(string)))
		graph = append(graph, e)
	}
	for i, a := range r.Front.Authors {
		e := entity{"@id": fmt.Sprintf("#author-%d", i+1), "@type": "Person", "name": a.Name}
		if a.ORCID != "" {
			e["@id"] = "https://orcid.org/" + a.ORCID
		}
		if a.Affiliation != "" {
			e["affiliation"] = a.Affiliation
		}
		link("author", e)
	}
	if r.Front.Keywords != nil {
		root["keywords"] = strings.Join(r.Front.Keywords, ", ")
	}
	for _, cited := range labels.References() {
		e := entity{"@id": "#cite-" + cited.Key, "@type": "CreativeWork", "name": cited.Text()}
		if doi := cited.Fields["doi"]; doi != "" {
			e["@id"], e["@type"] = "https://doi.org/"+doi, "ScholarlyArticle"
		}
		link("citation", e)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum := sha256.Sum256(files[name])
		e := entity{"@id": name, "@type": "File", "contentSize": fmt.Sprint(len(files[name])), "sha256": hex.EncodeToString(sum[:])}
		if format := formats[path.Ext(name)]; format != "" {
			e["encodingFormat"] = format
		}
		link("hasPart", e)
	}
	if files["index.html"] != nil {
		root["mainEntity"] = id("index.html")
	}
	link("mentions", entity{
		"@id": "#made", "@type": "CreateAction", "name": "Make the report", "result": id("./"), "instrument": id("https://github.com/puzzlelab/puzzlelab"),
		"description": "The file provenance.json records the programs and machines that computed and rendered the results.",
	})
	graph = append(graph, entity{"@id": "https://github.com/puzzlelab/puzzlelab", "@type": "SoftwareApplication", "name": "puzzlelab", "url": "https://github.com/puzzlelab/puzzlelab"})
	data, err := reports.JSON(map[string]any{"@context": "https://w3id.org/ro/crate/1.2/context", "@graph": graph}, "  ")
	return append(data, '\n'), err
}

// formats maps file extensions to MIME types.
var formats = map[string]string{
	".html": "text/html", ".md": "text/markdown", ".json": "application/json", ".ipynb": "application/x-ipynb+json", ".csv": "text/csv", ".svg": "image/svg+xml", ".png": "image/png", ".pdf": "application/pdf",
	".tex": "text/x-tex", ".bbl": "text/x-tex", ".bib": "text/x-bibtex", ".cff": "application/yaml", ".jpg": "image/jpeg", ".gif": "image/gif",
}
