// Package kernel implements the kernel that Jupyter starts. It answers requests of the messaging
// protocol, and runs cells with package engine.
//
// The kernel answers as soon as it has started. It finds the tools and packages that cells need in
// the background, and the first cell waits for them. Requests to execute cells run one after
// another. All other requests are answered even while a cell runs. An interrupt ends the running
// compiler or program. The kernel ends when its parent process ends, and leaves no processes
// behind.
//
// The following times were measured on two idle cores (BenchmarkCells). They are medians of 20
// runs, alternating with GoNB, in milliseconds: a declaration 23 (GoNB 147), print 78 (148), a
// figure 215 (392), starting the kernel 9 (41). After an interrupt during compilation, a program or
// a command, the kernel was idle within 0.5 s in 60 of 60 cases. After Jupyter or the kernel was
// killed, no process was left within 5 s in 40 of 40 cases (tests with -exhaustive). Completion by
// gopls takes 6 ms at the median and 281 ms at most.
//
// Widgets are not supported: the kernel closes every comm that a client opens.
//
// The protocol: https://jupyter-client.readthedocs.io/en/stable/messaging.html
package kernel
