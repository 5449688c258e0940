import { runFiles } from "../setup/suite.ts";

runFiles("tests/unit/server/source/**/*.test.ts");
