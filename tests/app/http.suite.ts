import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/http/**/*.test.ts");
