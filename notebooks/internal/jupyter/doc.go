// Package jupyter is the Jupyter messaging protocol, version 5, as a kernel speaks it:
// it listens to clients, and signs and checks messages.
//
//	s, err := jupyter.Listen(connectionFile)
//	if err != nil { … }
//	defer s.Close()
//	for m := range s.Messages(jupyter.Shell) {
//		s.Reply(m, "kernel_info_reply", info)
//	}
//
// [Group] is what a kernel starts: it can be ended together with the folder for its
// temporary files; if this process is killed first, a guard does.
//
// The protocol: https://jupyter-client.readthedocs.io/en/stable/messaging.html
package jupyter
