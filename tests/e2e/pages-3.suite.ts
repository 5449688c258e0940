import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/e2e/pages/{desk,desk-replies,desk-week,desk-writing,late-parts,news,reading,recovery,search}.test.ts",
);
