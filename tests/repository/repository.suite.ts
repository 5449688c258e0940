import { runFiles } from "../setup/suite.ts";

runFiles("tests/repository/*.test.ts");
