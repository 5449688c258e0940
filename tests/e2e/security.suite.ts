import { runFiles } from "../setup/suite.ts";

runFiles("tests/e2e/security/*.test.ts");
