import { runFiles } from "../setup/suite.ts";

runFiles("tests/e2e/forms/*.test.ts");
