import { runFiles } from "../setup/suite.ts";

// One after the other: each starts processes of its own, which take a core.
runFiles("tests/process/*.test.ts");
