import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/e2e/pages/{donate,donate-online,fonts,old-browsers,phone,picture-sizes,print,source-pictures,translated,website}.test.ts",
);
