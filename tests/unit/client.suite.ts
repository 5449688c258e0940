import { runFiles } from "../setup/suite.ts";

runFiles("tests/unit/{client,shared}/**/*.test.ts");
