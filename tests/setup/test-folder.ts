import type { Test } from "tap";

/** A folder of this test alone, deleted after the test's teardowns: what they end may still write into it. */
export function testFolder(t: Test, content: Parameters<Test["testdir"]>[0] = {}): string {
  // tap deletes a folder made before the first teardown before all of them.
  t.teardown(() => undefined);
  return t.testdir(content);
}
