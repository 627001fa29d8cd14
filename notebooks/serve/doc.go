// Package serve is the kernel that Jupyter starts: it answers the requests of the
// messaging protocol and lets package engine run the cells.
//
// It answers at once; the tools and the packages that cells need are looked for
// meanwhile, and the first cell waits for them. Requests to execute run one after the
// other, all others are answered while a cell runs. An interrupt ends a compiler as
// well as a program. The kernel ends with the process that started it, and nothing of
// what it started outlives it.
//
// There are no widgets: a comm that is opened is closed again.
//
// The protocol: https://jupyter-client.readthedocs.io/en/stable/messaging.html
package serve
