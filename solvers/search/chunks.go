package search

import "unsafe"

// chunk is one cache line of an open list: 15 node numbers and the number of
// another chunk.
type chunk [chunkIDs + 1]uint32

const (
	chunkIDs    = 15
	noChunk     = ^uint32(0)
	blockChunks = 32
	blockBytes  = uint64(unsafe.Sizeof(chunk{})) * blockChunks
)

// chunks is the memory shared by open lists. It reuses returned chunks before it makes new ones.
type chunks struct {
	blocks []*[blockChunks]chunk
	spare  uint32 // first of the returned chunks, which are linked by their last word
	free   int    // number of chunks that can be taken
	fresh  uint32 // first chunk that was never taken
}

func newChunks() *chunks { return &chunks{spare: noChunk} }

// addBlock makes another 256 chunks.
func (c *chunks) addBlock() {
	c.blocks = append(c.blocks, new([blockChunks]chunk))
	c.free += blockChunks
}

// take returns a chunk whose link is noChunk. There must be a free one.
func (c *chunks) take() uint32 {
	c.free--
	n := c.spare
	if n == noChunk {
		n = c.fresh
		c.fresh++
	} else {
		c.spare = c.at(n)[chunkIDs]
	}
	c.at(n)[chunkIDs] = noChunk
	return n
}

// give returns a chunk for reuse.
func (c *chunks) give(n uint32) {
	c.at(n)[chunkIDs] = c.spare
	c.spare = n
	c.free++
}

func (c *chunks) at(n uint32) *chunk { return &c.blocks[n/blockChunks][n%blockChunks] }

func (c *chunks) bytes() uint64 { return uint64(len(c.blocks)) * (blockBytes + 8) }
