import { runFiles } from "../setup/suite.ts";

runFiles("tests/unit/server/upstream/**/*.test.ts");
