import { runFiles } from "../setup/suite.ts";

runFiles(
  "tests/e2e/pages/{journeys,kept-data,kept-pages,new-release,offline,service-worker-off,text-size}.test.ts",
);
