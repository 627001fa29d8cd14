package code

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// adapters are packages whose functions run those of others.
var adapters = []string{"github.com/puzzlelab/puzzlelab/solvers/puzzle.", "github.com/puzzlelab/puzzlelab/solvers/command."}

// CheckEmbedded compares sources, as [Hash] has them, with the folders in which the
// functions that decide trials are declared. The error names each file that such a function,
// or an embedded file of its package, uses and that no source holds: stored trials would be
// reused after it has changed. Functions that are nil are skipped.
//
// There is no error where nothing can be compared: if a folder is not on this machine, or
// has other files than the program was built from. Packages in the module cache, tests and
// cells are not checked.
func CheckEmbedded(sources []fs.FS, functions ...any) error {
	begin := map[string][]string{} // files that functions are in, by folder
	for _, f := range functions {
		function, file, _ := place(f)
		adapter := slices.ContainsFunc(adapters, func(a string) bool { return strings.HasPrefix(function, a) })
		cell := strings.HasPrefix(function, "main.") && os.Getenv("GONB_TMP_DIR") != ""
		if filepath.IsAbs(file) && !adapter && !cell && !strings.Contains(file, "@v") && !strings.HasSuffix(file, "_test.go") {
			folder := filepath.Dir(file)
			begin[folder] = append(begin[folder], filepath.Base(file))
		}
	}
	embedded := map[string][]string{} // texts by the name of their file
	for _, source := range sources {
		_ = each(source, true, func(name, text string) error { // Hash says if it cannot be read
			embedded[path.Base(name)] = append(embedded[path.Base(name)], text)
			return nil
		})
	}
	var wrong []error
	for _, folder := range slices.Sorted(maps.Keys(begin)) {
		wrong = append(wrong, checkFolder(folder, begin[folder], embedded))
	}
	return errors.Join(wrong...)
}

// checkFolder is [CheckEmbedded] for the package in a folder, which has functions in the
// files begin.
func checkFolder(folder string, begin []string, embedded map[string][]string) error {
	texts := map[string]string{}
	var there, missing []string
	err := each(os.DirFS(folder), false, func(name, text string) error {
		texts[name] = text
		if slices.Contains(embedded[name], text) {
			there = append(there, name)
		} else {
			missing = append(missing, name)
		}
		return nil
	})
	if err != nil || missing == nil {
		return nil // it is not at hand, or there is nothing to find
	}
	pkg := packageOf(texts[begin[0]])
	other := func(name string) bool { return packageOf(texts[name]) != pkg } // such as a program that generates files
	there, missing = slices.DeleteFunc(there, other), slices.DeleteFunc(missing, other)
	for _, name := range missing {
		if slices.ContainsFunc(embedded[name], func(copied string) bool { return packageOf(copied) == pkg }) {
			return nil // the program was built from something else
		}
	}
	used := filesOf(texts, there, missing, begin)
	missing = slices.DeleteFunc(missing, func(name string) bool { return !used[name] })
	if len(missing) == 0 {
		return nil
	}
	list := slices.DeleteFunc(slices.Sorted(maps.Keys(texts)), func(name string) bool { return !used[name] && !slices.Contains(there, name) })
	return fmt.Errorf("code: stored trials would be reused after a change of %s in %s, which decides them and is not embedded: "+
		`write "//go:embed %s" above an embed.FS of package %s, and list that in Code of the puzzle's Kind`,
		strings.Join(missing, ", "), folder, strings.Join(list, " "), pkg)
}

// filesOf returns the files of a package that what decides trials is in: all of the files there,
// what functions of the files begin use, and what those use. It is nil if a file is no Go.
func filesOf(texts map[string]string, there, missing, begin []string) set {
	p, decides := newProgram(), set{}
	for i, name := range slices.Concat(there, missing) {
		if i == len(there) { // with what init functions and blank variables use
			for _, names := range []set{p.all(), p.uses["init"], p.uses["_"]} {
				maps.Copy(decides, names)
			}
		}
		if p.parse(name, texts[name]) != nil {
			return nil
		}
	}
	delete(p.decls, "init") // those of other files decide nothing
	delete(p.decls, "_")
	file := func(d ast.Node) string { return p.fset.PositionFor(d.Pos(), false).Filename }
	for name, list := range p.decls {
		if slices.ContainsFunc(list, func(d ast.Node) bool { return slices.Contains(begin, file(d)) }) {
			decides[name] = true
		}
	}
	used := set{}
	for _, name := range p.reach(decides) {
		for _, d := range p.decls[name] {
			used[file(d)] = true
		}
	}
	return used
}

// packageOf returns the name of the package that a file says it is of.
func packageOf(text string) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return file.Name.Name
}
