import { runFiles } from "../setup/suite.ts";

runFiles("tests/unit/server/content/*.test.ts");
