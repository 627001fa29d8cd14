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

// adapters lists the prefixes of functions that only wrap functions of other packages.
var adapters = []string{"github.com/puzzlelab/puzzlelab/solvers/puzzle.", "github.com/puzzlelab/puzzlelab/solvers/command."}

// CheckEmbedded checks that the sources passed to [Hash] include every file that affects trials. If
// a file were missing, a change to it would not change the identifier, and outdated trials would be
// reused.
//
// The given functions determine the results of trials. CheckEmbedded examines the folders in which
// they are declared, and returns an error that names each missing file used by these functions or
// by the embedded files of their packages. It skips nil functions.
//
// CheckEmbedded returns no error if it cannot compare the files, that is, if a folder is not on
// this machine or if the program was built from files other than those in the folder. It does not
// check packages in the module cache, tests or notebook cells.
func CheckEmbedded(sources []fs.FS, functions ...any) error {
	begin := map[string][]string{} // files that declare the functions, by folder
	for _, f := range functions {
		function, file, _ := place(f)
		adapter := slices.ContainsFunc(adapters, func(a string) bool { return strings.HasPrefix(function, a) })
		cell := strings.HasPrefix(function, "main.") && os.Getenv("GONB_TMP_DIR") != ""
		if filepath.IsAbs(file) && !adapter && !cell && !strings.Contains(file, "@v") && !strings.HasSuffix(file, "_test.go") {
			folder := filepath.Dir(file)
			begin[folder] = append(begin[folder], filepath.Base(file))
		}
	}
	embedded := map[string][]string{} // texts by file name
	for _, source := range sources {
		_ = each(source, true, func(name, text string) error { // Hash reports unreadable files
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

// checkFolder checks the package in one folder for [CheckEmbedded]. begin lists the files that
// declare the functions.
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
		return nil // the folder cannot be read, or all its files are embedded
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
	return fmt.Errorf("code: stored trials would be reused after a change of %s in %s, which affects them but is not embedded: "+
		`write "//go:embed %s" above an embed.FS of package %s, and list that in Code of the puzzle's Kind`,
		strings.Join(missing, ", "), folder, strings.Join(list, " "), pkg)
}

// filesOf returns the files of a package that determine trials: every file that is used, directly
// or indirectly, by the files in there or by the functions in the files of begin. It returns nil if
// a file is not valid Go.
func filesOf(texts map[string]string, there, missing, begin []string) set {
	p, decides := newProgram(), set{}
	for i, name := range slices.Concat(there, missing) {
		if i == len(there) { // including the files that init functions and blank variables use
			for _, names := range []set{p.all(), p.uses["init"], p.uses["_"]} {
				maps.Copy(decides, names)
			}
		}
		if p.parse(name, texts[name]) != nil {
			return nil
		}
	}
	delete(p.decls, "init") // init functions of other files do not decide trials
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

// packageOf returns the package name that a file declares.
func packageOf(text string) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return file.Name.Name
}

// ModuleRoot returns the nearest folder that contains a go.mod file: dir itself or one of its
// parents. The error wraps [os.ErrNotExist] if there is none.
func ModuleRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("code: find the module of %q: %w", dir, err)
	}
	for at := abs; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && !info.IsDir() {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("code: there is no go.mod in %s or above it: %w", abs, os.ErrNotExist)
		}
	}
}
