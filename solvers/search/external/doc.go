// Package external counts the states of a space at each distance from a start, with a bounded
// amount of memory. States are kept in files, so the space may be larger than memory, and an
// interrupted enumeration continues after the last layer that it recorded.
//
//	result, err := external.Enumerate(ctx, space, external.Options{Folder: "layers", Limits: search.Limits{Bytes: 64 << 20}})
//
// It is a breadth-first frontier search: layer d is the sorted list of the states at distance d.
// Each state has a bit for every operator that leads back to layer d−1.
//
//  1. Expand layer d by the other operators. Whenever the buffer is full, sort it and write it to
//     a file, a run.
//  2. Merge the runs, and join the bits of equal states. Leave out the states of layer d. What
//     remains is layer d+1: because of the bits, no state of layer d−1 was generated.
//  3. When layer d+1 is on disk, record it in manifest.json, and remove the runs and layer d. Small
//     layers are recorded once a second: whoever kills the process loses that second and the layer
//     at hand.
//
// So the folder hardly ever holds more than two layers and the runs between them. Files contain the
// differences of sorted records, one or two bytes for most states, in blocks with checksums. The
// bytes of a layer depend only on the space, not on the memory or on interruptions.
//
// # References
//
//   - R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, Frontier search, Journal of the ACM 52 (2005)
//   - R. E. Korf, Best-first frontier search with delayed duplicate detection, AAAI 2004
package external
