import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/feeds/**/*.test.ts");
