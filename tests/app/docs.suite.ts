import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/docs/**/*.test.ts");
