// Package jupyter is both ends of the Jupyter messaging protocol, version 5: it starts
// a kernel and talks to it, as far as running cells needs it, and lets a kernel listen
// to clients ([Listen]).
//
//	k, err := jupyter.Start(ctx, jupyter.Command{Argv: argv, Env: env, Dir: dir})
//	if err != nil { … }
//	defer k.Close()
//	id, err := k.Execute(`%%
//	println("hello")`, jupyter.ExecuteOptions{StoreHistory: true})
//	for m := range k.Messages() { // until the reply and the idle status with Parent id
//		…
//	}
//
// Each kernel lives in a process group of its own and in a temporary folder
// of its own, which holds the connection file, the sockets and everything the
// kernel puts under TMPDIR. Close ends the group and removes the folder; if
// this process is killed first, a guard does.
//
// The protocol: https://jupyter-client.readthedocs.io/en/stable/messaging.html
package jupyter
