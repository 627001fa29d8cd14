package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"

	"github.com/gofrs/flock"

	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/outfile"
)

const (
	manifestName   = "manifest.json"
	manifestFormat = 1
	lockName       = "lock"
	leftovers      = ".*.tmp" // files that were being written when a process was killed
)

// manifest describes the last complete layer in a folder, and how far the next one is.
type manifest struct {
	Format  int      `json:"format"`
	Space   string   `json:"space"`
	Start   uint64   `json:"start"`
	Bits    int      `json:"bits"`
	Inverse []int    `json:"inverse"`
	Counts  []uint64 `json:"counts"`
	Layer   file     `json:"layer"`
	Done    bool     `json:"done"` // whether the last layer has been reached
	begun
	Sum uint32 `json:"crc32c"`
}

// begun is the next layer as far as it exists. It is zero at the beginning of a layer.
type begun struct {
	Runs     []file `json:"runs,omitempty"`
	Named    int    `json:"named,omitempty"`    // number of runs written, for their names
	Expanded uint64 `json:"expanded,omitempty"` // states of the last complete layer whose successors are in the runs
}

// sum returns the checksum of everything else in the manifest.
func (m manifest) sum() uint32 {
	m.Sum = 0
	data, err := json.Marshal(m)
	if err != nil {
		panic(err) // there are only numbers and texts
	}
	return crc32.Checksum(data, castagnoli)
}

func (m manifest) write(folder string) error {
	m.Sum = m.sum()
	return outfile.WriteJSON(filepath.Join(folder, manifestName), m)
}

// DamageError reports that a file in the folder is damaged. If the manifest is damaged, the
// enumeration must start again in an empty folder.
type DamageError struct{ Path, Reason string }

func (e *DamageError) Error() string {
	return fmt.Sprintf("external: %s is damaged: %s (to start again, remove its folder)", e.Path, e.Reason)
}

// open reads the manifest, or begins the enumeration if the folder is empty.
func (e *enumeration) open() error {
	path := filepath.Join(e.o.Folder, manifestName)
	fresh := manifest{Format: manifestFormat, Space: e.space.Name, Start: e.space.Start, Bits: e.space.Bits, Inverse: e.space.Inverse, Counts: []uint64{1}}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return e.begin(fresh)
	}
	if err != nil {
		return err
	}
	m := &e.manifest
	switch err := json.Unmarshal(data, m); {
	case err != nil:
		return &DamageError{path, err.Error()}
	case m.Format != manifestFormat:
		return fmt.Errorf("external: %s has format %d (want %d)", path, m.Format, manifestFormat)
	case m.Sum != m.sum() || len(m.Counts) == 0:
		return &DamageError{path, "its checksum is wrong"}
	case m.Space != fresh.Space || m.Start != fresh.Start || m.Bits != fresh.Bits || !reflect.DeepEqual(m.Inverse, fresh.Inverse):
		return fmt.Errorf("external: folder %s belongs to %q from state %d, whose states or operators differ from those of %q from state %d", e.o.Folder, m.Space, m.Start, fresh.Space, fresh.Start)
	}
	e.kept, e.keptRuns, e.held = m.Layer.Name, len(m.Runs), m.Layer.Bytes
	for _, run := range m.Runs {
		e.held += run.Bytes
	}
	e.Disk = e.held
	return e.sweep()
}

// begin writes the first layer into an empty folder.
func (e *enumeration) begin(m manifest) error {
	entries, err := os.ReadDir(e.o.Folder)
	for _, entry := range entries {
		name := entry.Name()
		if left, _ := filepath.Match(leftovers, name); err == nil && !left && name != lockName && name != layerName(0) {
			err = fmt.Errorf("external: folder %s has %s and no %s (want an empty folder, or one of an enumeration)", e.o.Folder, name, manifestName)
		}
	}
	if err != nil {
		return err
	}
	out, err := e.create(layerName(0))
	if err != nil {
		return err
	}
	out.add(e.space.Start << e.operators)
	m.Layer, err = out.close()
	e.manifest = m
	return errors.Join(err, e.record())
}

// lock creates the folder, and makes sure that no other enumeration uses it.
func lock(folder string) (unlock func(), err error) {
	if err := outfile.CheckFolder(folder); err != nil {
		return nil, hint.Errorf("choose a folder in which you may create files", "external: keep layers in %s: %w", folder, err)
	}
	path := filepath.Join(folder, lockName)
	l := flock.New(path)
	switch ok, err := l.TryLock(); {
	case err != nil:
		return nil, outfile.Wrap(path, err)
	case !ok:
		return nil, fmt.Errorf("external: folder %s is used by another enumeration", folder)
	}
	return func() { l.Close() }, nil
}

// needed estimates the disk space for the largest layers.
func (e *enumeration) needed() uint64 {
	states := float64(e.space.States) / 10
	if states == 0 {
		return 0
	}
	// The differences of records drawn at random have an exponential distribution.
	bytes := func(records float64) float64 {
		mean, each := math.Exp2(float64(e.space.Bits+e.operators))/records, 1.0
		for limit := 128.0; limit < math.Exp2(63); limit *= 128 {
			each += math.Exp(-limit / mean)
		}
		return records * each
	}
	generated := states * float64(e.operators) / 2
	run := min(float64(e.memory.records), generated)
	return uint64(2*bytes(states) + generated/run*bytes(run))
}
