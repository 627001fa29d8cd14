package colorwalk

import "flag"

// exhaustive asks for the checks that take minutes:
//
//	go test ./solvers/colorwalk -exhaustive -timeout 0
var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")
