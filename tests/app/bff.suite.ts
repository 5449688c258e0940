import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/bff/**/*.test.ts");
