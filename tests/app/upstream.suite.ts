import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/upstream/**/*.test.ts");
