import { runFiles } from "../setup/suite.ts";

// Files run one after another, because each starts processes of its own, which occupy a core.
runFiles("tests/process/*.test.ts");
