// Package jupyter implements the kernel's side of the Jupyter messaging protocol, version 5: it
// listens for clients, and signs and verifies messages.
//
//	s, err := jupyter.Listen(connectionFile)
//	if err != nil { … }
//	defer s.Close()
//	for m := range s.Messages(jupyter.Shell) {
//		s.Reply(m, "kernel_info_reply", info)
//	}
//
// [Group] manages the processes that a kernel starts. It can end all of them and remove the folder
// for their temporary files. If this process is killed, a guard process does so.
//
// The protocol: https://jupyter-client.readthedocs.io/en/stable/messaging.html
package jupyter
