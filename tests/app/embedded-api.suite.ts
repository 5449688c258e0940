import { runFiles } from "../setup/suite.ts";

runFiles("tests/app/embedded-api/*.test.ts");
