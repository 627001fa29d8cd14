// Package external counts the states of a space at each distance from a start, with a bounded
// amount of memory. It stores states in files, so the space may be larger than memory, and an
// interrupted enumeration continues where it left off.
//
//	result, err := external.Enumerate(ctx, space, external.Options{Folder: "layers", Limits: search.Limits{Bytes: 64 << 20}})
//
// The algorithm is breadth-first frontier search. Layer d is the sorted list of the states at
// distance d. Each state in it has one bit per operator; a bit is set if the operator leads back to
// layer d−1.
//
//  1. Expand layer d with the operators whose bits are not set. Whenever the buffer is full, sort it
//     and write it to a file, called a run.
//  2. Merge the runs, and combine the bits of equal states. Drop the states of layer d. The
//     remaining states are layer d+1, since the bits kept step 1 from generating states of layer
//     d−1.
//  3. When layer d+1 is on disk, record it in manifest.json, and remove the runs and layer d.
//
// Once a second, manifest.json also records the layer, its runs, and how much of the layer has been
// expanded. So killing the process loses at most a second of work on small layers, the contents of
// the buffer, or an unfinished merge.
//
// The folder therefore rarely holds more than two layers and the runs between them. Files contain
// the differences between sorted records, in blocks with checksums. Most states take one or two
// bytes. The bytes of a layer depend only on the space, not on the memory or on interruptions.
//
// # References
//
//   - R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier search, Journal of the ACM 52
//     (2005)
//   - R. E. Korf, Best-first frontier search with delayed duplicate detection, AAAI 2004
package external
