// Package jupyter implements the kernel side of the Jupyter messaging protocol, version 5: it
// listens to clients, and signs and checks messages.
//
//	s, err := jupyter.Listen(connectionFile)
//	if err != nil { … }
//	defer s.Close()
//	for m := range s.Messages(jupyter.Shell) {
//		s.Reply(m, "kernel_info_reply", info)
//	}
//
// [Group] manages the processes started by a kernel. It can end all of them and remove the folder
// for their temporary files. If this process is killed, a guard process does so.
//
// The protocol: https://jupyter-client.readthedocs.io/en/stable/messaging.html
package jupyter
