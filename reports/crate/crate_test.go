package crate

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/internal/sample"
)

func written(t *testing.T, r reports.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r, map[string][]byte{"index.html": []byte("<html>"), "tables/a.csv": []byte("a\n")}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func dated() reports.Report {
	r := sample.Report()
	r.Front = reports.Front{Authors: []reports.Author{{Name: "Ada Lovelace", ORCID: "0000-0002-1825-0097"}, {Name: "C. Babbage"}}, Date: "2026-11-23", License: "CC-BY-4.0"}
	r.Library, r.Lead = bibtex.Shipped(), "As [@korf1985] says."
	return r
}

func TestACrateDescribesEachOfItsFiles(t *testing.T) {
	data := written(t, dated())
	if !bytes.Equal(data, written(t, dated())) {
		t.Error("a second crate has other bytes")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	contents, names := map[string][]byte{}, []string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		contents[f.Name], _ = io.ReadAll(r)
		names = append(names, f.Name)
	}
	if want := []string{"CITATION.cff", "citation.bib", "index.html", "ro-crate-metadata.json", "tables/a.csv"}; !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	var crate struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(contents["ro-crate-metadata.json"], &crate); err != nil {
		t.Fatal(err)
	}
	byID := map[string]map[string]any{}
	for _, e := range crate.Graph {
		id := e["@id"].(string)
		if byID[id] != nil {
			t.Errorf("%s is described twice", id)
		}
		byID[id] = e
	}
	root := byID["./"]
	for _, property := range []string{"name", "description", "datePublished", "license", "author", "citation", "identifier"} {
		if root[property] == nil || root[property] == "" {
			t.Errorf("the crate has no %s", property)
		}
	}
	if byID["ro-crate-metadata.json"]["conformsTo"].(map[string]any)["@id"] != "https://w3id.org/ro/crate/1.2" || byID["https://doi.org/10.1016/0004-3702(85)90084-0"] == nil {
		t.Errorf("metadata %s", contents["ro-crate-metadata.json"])
	}
	for _, part := range root["hasPart"].([]any) {
		e := byID[part.(map[string]any)["@id"].(string)]
		sum := sha256.Sum256(contents[e["@id"].(string)])
		if e["sha256"] != hex.EncodeToString(sum[:]) {
			t.Errorf("%v is not the digest of the file", e)
		}
	}
}

func TestACrateNeedsADate(t *testing.T) {
	if err := Write(io.Discard, sample.Report(), nil); err == nil || !strings.Contains(err.Error(), "has no date") {
		t.Errorf("error %v", err)
	}
}
