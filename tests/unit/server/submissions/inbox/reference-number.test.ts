import t from "tap";
import { readReference } from "../../../../../client/components/forms/reference.ts";
import { referenceOf } from "../../../../../server/submissions/inbox/reference-number.ts";

t.test("a message has one reference number, another message has another", async (t) => {
  const numbers = Array.from({ length: 2_000 }, (_, index) =>
    referenceOf("contact", `key-${index}`),
  );
  t.equal(new Set(numbers).size, numbers.length);
  for (const number of numbers) t.equal(readReference(number), number);
  t.equal(referenceOf("contact", "key-7"), numbers[7]);
  t.match(referenceOf("volunteer", "key-7"), /^V-/);
  t.match(referenceOf("partner", "key-7"), /^P-/);
});
