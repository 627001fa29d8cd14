//go:build !unix

package kernel

import (
	"context"
	"io"
)

// Exec returns [ErrPlatform].
func Exec(context.Context, string, io.Writer) error { return ErrPlatform }
