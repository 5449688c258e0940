import type { Test } from "tap";

/** Creates a folder for this test alone, deleted after the test's teardowns: the processes that these end may still write into it. */
export function testFolder(t: Test, content: Parameters<Test["testdir"]>[0] = {}): string {
  // tap deletes a folder before all teardowns if it was created before the first of them.
  t.teardown(() => undefined);
  return t.testdir(content);
}
