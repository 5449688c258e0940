import { runFiles } from "../setup/suite.ts";

runFiles("tests/unit/server/build/content/*.test.ts");
