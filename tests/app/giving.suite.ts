import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/giving/**/*.test.ts");
