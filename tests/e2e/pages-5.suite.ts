import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/e2e/pages/{donate,donate-online,old-browsers,website,phone,picture-sizes,print,source-pictures,translated}.test.ts",
);
