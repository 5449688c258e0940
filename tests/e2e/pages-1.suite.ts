import { runFiles } from "../setup/suite.ts";

runFiles("tests/e2e/pages/{data-saver,every-page}.test.ts");
