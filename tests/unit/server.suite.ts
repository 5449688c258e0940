import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/unit/server/*.test.ts",
  "tests/unit/server/{giving,http,pictures,social-cards,submissions}/**/*.test.ts",
);
