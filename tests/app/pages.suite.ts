import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/pages/**/*.test.ts");
