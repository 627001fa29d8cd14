package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// indexedStore is a store of two attempts of two workers, with its index file.
func indexedStore(t testing.TB) (*Store, *Journal) {
	t.Helper()
	store := open(t)
	j, err := store.Study("load")
	if err != nil {
		t.Fatal(err)
	}
	lock, err := j.Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Unlock()
	list := rows("load", 40)
	list[3].Error, list[3].Outcome = "boom", search.Running
	list[5].Bound, list[6].Solution, list[7].Code = 4, "DRUL", "v2"
	for range 2 {
		x, err := j.Read()
		if err != nil {
			t.Fatal(err)
		}
		a, err := j.Begin(x, 2, func() trial.Provenance { return trial.Provenance{} })
		if err != nil {
			t.Fatal(err)
		}
		x.Expect(len(list))
		for i := range list {
			if _, err := a.Writers[i%2].Append(&list[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(a.Close(), x.Save()); err != nil {
			t.Fatal(err)
		}
		list = list[20:]
	}
	return store, j
}

// mustRead reads the index: its record of the rows, by key, and of the journals.
func mustRead(t *testing.T, j *Journal) (rows map[HashedKey][]Entry, list []terms, info LoadInfo) {
	t.Helper()
	x, err := j.Read()
	if err != nil {
		t.Fatal(err)
	}
	rows = map[HashedKey][]Entry{}
	for _, e := range x.Entries {
		rows[e.Key] = append(rows[e.Key], e)
	}
	return rows, x.terms.list, x.Info
}

func TestTheIndexFileSaysWhatTheJournalsSay(t *testing.T) {
	_, j := indexedStore(t)
	indexed, closed := j.indexed()
	defer closed()
	segments, _, err := j.segments()
	if err != nil || len(indexed) != len(segments) {
		t.Fatalf("%d segments are indexed, %v; want all %d", len(indexed), err, len(segments))
	}
	for _, s := range segments {
		if c := indexed[s.name]; !c.fits(filepath.Join(j.Dir(), s.name)) || c.count == 0 {
			t.Errorf("%s: the index of the last run does not fit it, or has no rows", s.name)
		}
	}
	rows, list, info := mustRead(t, j)
	if err := os.Remove(filepath.Join(j.Dir(), indexName)); err != nil {
		t.Fatal(err)
	}
	again, listAgain, infoAgain := mustRead(t, j)
	if !reflect.DeepEqual(rows, again) || !reflect.DeepEqual(list, listAgain) || !reflect.DeepEqual(info, infoAgain) {
		t.Error("the index file says something else than the journals")
	}
}

func TestADamagedIndexFileIsNotBelieved(t *testing.T) {
	_, j := indexedStore(t)
	path := filepath.Join(j.Dir(), indexName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < len(data); i += 1 + len(data)/300 {
		damaged := bytes.Clone(data)
		damaged[i] ^= 1 << (i % 8)
		if write(damaged); hasIndex(j) {
			t.Errorf("byte %d of %d is damaged, and the index believed", i, len(data))
		}
	}
	for _, n := range []int{0, 3, 4, len(data) / 2, len(data) - 1} {
		if write(data[:n]); hasIndex(j) {
			t.Errorf("%d of %d bytes are believed", n, len(data))
		}
	}
	if write(append(bytes.Clone(data), 0)); hasIndex(j) {
		t.Error("an index with a byte too many is believed")
	}
	if write(data); !hasIndex(j) {
		t.Error("the index itself is not believed")
	}
}

func TestAnIndexFileThatIsOutOfDateIsNotBelieved(t *testing.T) {
	store, j := indexedStore(t)
	segments, _, err := j.segments()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(j.Dir(), segments[0].name)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		data      []byte
		bad, torn int
	}{
		{"changed in place", bytes.Replace(data, []byte(`"expanded":`), []byte(`"expended":`), 1), 1, 0},
		{"torn", data[:len(data)-30], 0, 1},
		{"grown", append(bytes.Clone(data), "{}\n"...), 1, 0},
		{"as it was", data, 0, 0},
	} {
		if err := os.WriteFile(path, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		for range 2 { // with the index of before, and with one that knows of the damage
			if _, info := mustLoad(t, store, "load"); len(info.Bad) != c.bad || len(info.Torn) != c.torn {
				t.Errorf("a journal is %s: %v, want %d bad and %d torn lines", c.name, info, c.bad, c.torn)
			}
			x, err := j.Read()
			if err != nil {
				t.Fatal(err)
			}
			if err := x.Save(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got, info := mustLoad(t, store, "load"); len(got) == 0 || len(got) >= 40 || info.Warnings() != nil {
		t.Errorf("a journal is gone: %d rows, %v; want those of the others", len(got), info)
	}
}

func FuzzIndexFile(f *testing.F) {
	_, j := indexedStore(f)
	path := filepath.Join(j.Dir(), indexName)
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:len(data)-4])
	f.Add(bytes.Replace(data[:len(data)-4], []byte(`"entries":20`), []byte(`"entries":-20`), 1))
	f.Add(bytes.Replace(data[:len(data)-4], []byte(`"terms":[{`), []byte(`"terms":[{"code":"v1"},{`), 1))
	far := bytes.Clone(data[:len(data)-4])
	for i := len(far) - 8*entryWords; i < len(far); i++ {
		far[i] = 0xff
	}
	f.Add(far)
	f.Fuzz(func(t *testing.T, body []byte) {
		sealed := binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, trial.Castagnoli))
		if err := os.WriteFile(path, sealed, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := j.Read(); err != nil { // whatever it says, the journals can be read
			t.Fatal(err)
		}
	})
}

// hasIndex reports whether the journal has a usable index file.
func hasIndex(j *Journal) bool {
	contents, closed := j.indexed()
	_ = closed()
	return contents != nil
}
