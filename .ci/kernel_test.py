"""What jupyter_kernel_test asks of any kernel, asked of ours in the folder notebooks."""

import unittest

import jupyter_kernel_test


class PuzzlelabKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "puzzlelab"
    language_name = "go"
    file_extension = ".go"

    code_hello_world = '%%\nfmt.Println("hello, world")'
    code_stderr = '%%\nfmt.Fprintln(os.Stderr, "test")'
    code_execute_result = [{"code": "6*7", "result": "42"}]
    code_generate_error = '%%\npanic("boom")'
    code_display_data = [
        {"code": 'display.Markdown("*so*")', "mime": "text/markdown"},
    ]
    code_inspect_sample = "fmt.Println"
    completion_samples = [{"text": "%%\nfmt.Printl", "matches": {"Println"}}]
    complete_code_samples = ["var x = 1", "%%\nfmt.Println(1)", "6*7"]
    incomplete_code_samples = ["func f() {", "%%\nfor {", "var s = `raw"]
    invalid_code_samples = ["x := := 3", "var = 3"]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "6?7*"

    def test_command_that_fails(self):
        self.flush_channels()
        reply, _ = self.execute_helper(code="!false")
        self.assertEqual(reply["content"]["status"], "error")


if __name__ == "__main__":
    unittest.main()
