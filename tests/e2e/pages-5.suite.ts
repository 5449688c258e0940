import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/e2e/pages/{donate,donate-online,old-browsers,phone,print,source-pictures,translated}.test.ts",
);
