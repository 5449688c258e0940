import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/unit/server/*.test.ts",
  "tests/unit/server/{giving,http,pictures,source,ssr,submissions}/**/*.test.ts",
  "tests/unit/server/build/{content/images,styles}/*.test.ts",
);
