import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/staff/**/*.test.ts");
