package experiments

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// indexedStore is a store of two attempts of several workers, with its index file.
func indexedStore(t *testing.T) (*Store, *Journal) {
	t.Helper()
	store := open(t)
	few := small()
	few.Strategies, few.Workers = append(few.Strategies[:1], failing().Erase()), 1 // the first journal has rows of both
	mustRun(t, few, store)
	mustRun(t, small(), store)
	j, err := store.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	return store, j
}

// mustRead reads the index: what it has of the rows, by key, and of the journals.
func mustRead(t *testing.T, j *Journal) (rows map[hashedKey][]entry, list []terms, info LoadInfo) {
	t.Helper()
	x, err := j.read()
	if err != nil {
		t.Fatal(err)
	}
	rows = map[hashedKey][]entry{}
	for _, e := range x.entries {
		rows[e.key] = append(rows[e.key], e)
	}
	return rows, x.terms.list, x.info
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
			if _, info := mustLoad(t, store, "climbing"); len(info.Bad) != c.bad || len(info.Torn) != c.torn {
				t.Errorf("a journal is %s: %v, want %d bad and %d torn lines", c.name, info, c.bad, c.torn)
			}
			x, err := j.read()
			if err != nil {
				t.Fatal(err)
			}
			if err := x.save(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := mustRun(t, small(), store); got.Ran == 0 || got.Missing > 0 {
		t.Errorf("a journal is gone: %v, want its trials run again", got)
	}
}

func FuzzIndexFile(f *testing.F) {
	store := open(f)
	mustRun(f, noop(3), store)
	j, err := store.Study("noop")
	if err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(j.Dir(), indexName)
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:len(data)-4])
	f.Add(bytes.Replace(data[:len(data)-4], []byte(`"entries":3`), []byte(`"entries":-3`), 1))
	f.Add(bytes.Replace(data[:len(data)-4], []byte(`"terms":[{`), []byte(`"terms":[{"code":"v1"},{`), 1))
	far := bytes.Clone(data[:len(data)-4])
	for i := len(far) - 8*entryWords; i < len(far); i++ {
		far[i] = 0xff
	}
	f.Add(far)
	f.Fuzz(func(t *testing.T, body []byte) {
		sealed := binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, castagnoli))
		if err := os.WriteFile(path, sealed, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := j.read(); err != nil { // whatever it says, the journals can be read
			t.Fatal(err)
		}
	})
}

// hasIndex reports whether the journal has an index file that can be used.
func hasIndex(j *Journal) bool {
	contents, closed := j.indexed()
	_ = closed()
	return contents != nil
}
