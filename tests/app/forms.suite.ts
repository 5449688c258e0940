import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/forms/**/*.test.ts");
