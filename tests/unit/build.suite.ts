import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/unit/server/build/{content/images,styles}/*.test.ts",
  "tests/unit/server/ssr/*.test.ts",
);
