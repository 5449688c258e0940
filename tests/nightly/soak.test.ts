import t from "tap";
import { soak } from "./bench/site-soak.ts";

/** The short form of `npm run soak`. */
t.test("under load, while the source comes and goes, none is wrong or stays open", async (t) => {
  const { responses, wrong, quarters, restingDescriptors } = await soak(15, 40);
  t.ok(responses > 100, `${responses} responses`);
  t.same([...new Set(wrong)], []);
  const { before, after } = restingDescriptors;
  // The source's sockets, sixteen at most, stay open for the next request.
  t.ok(after <= before + 16, `${before} descriptors before, ${after} after`);
  const [first, last] = [quarters[0]?.residentMb ?? 0, quarters[3]?.residentMb ?? 0];
  t.comment(`memory of the last quarter / the first: ${(last / first).toFixed(2)}`);
});
