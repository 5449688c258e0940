import t from "tap";
import { ownBytes } from "../../../server/http/own-bytes.ts";

t.test("kept bytes keep no larger buffer in memory", async (t) => {
  const pooled = Buffer.from("Habari");
  t.ok(pooled.buffer.byteLength > pooled.length);
  const own = ownBytes(pooled);
  t.same([own.toString(), own.buffer.byteLength], ["Habari", 6]);
});
