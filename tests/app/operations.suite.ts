import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/operations/**/*.test.ts");
