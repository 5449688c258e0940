import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/e2e/pages/{claims,developers,header-and-footer,kiswahili,parts,real-content,sample-notice,static-pages,stories}.test.ts",
);
