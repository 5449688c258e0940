import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/unit/server/*.test.ts",
  "tests/unit/server/{forms,gifts,pictures}/**/*.test.ts",
  "tests/unit/server/{build,content/images}/*.test.ts",
);
