import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/pictures/**/*.test.ts");
