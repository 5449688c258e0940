import t from "tap";
import { isEmailAddress, readMailbox } from "../../../server/email-address.ts";

const NONE = [
  "asha@-bücher.example",
  "asha@bücher-.example",
  "asha@-example.org",
  "asha@example-.org",
  "asha@www.-bücher.example",
  "asha@﹣bücher.example",
  "asha@bücher‑.example",
  "asha@xn---bcher-4ya.example",
  "asha@xn--bcher--kva.example",
  "asha@xn--bcher--3ya.example",
  "asha@xn--.example",
  "asha@example..org",
  "asha@.example.org",
  "asha@example.org.",
  "asha@bücher。。example",
  `asha@${"a".repeat(64)}.example`,
  `asha@${"ü".repeat(64)}.example`,
  `asha@${`${"a".repeat(60)}.`.repeat(4)}example.org`,
  "asha@exa mple.org",
  "as ha@example.org",
  "asha@example.123",
  "asha@example.１２３",
  "asha@192.0.2.1",
  "asha@0x7f.1",
  "asha@[192.0.2.1]",
  "asha@example",
  "asha@",
  "@example.org",
  "asha@juma@example.org",
  "asha@exa_mple.org",
  "asha@example.org:25",
  "asha@example.org/a",
  "=?UTF-8?Q?juma=40example.net=3E?=@example.org",
];

const REAL = [
  "asha@example.org",
  "ASHA@EXAMPLE.ORG",
  "asha.juma+site@mail.office.example.org",
  "o'brien@example.org",
  "a=b&c@example.org",
  "asha@bücher.example",
  "asha@xn--bcher-kva.example",
  "asha@straße.example",
  "用户@例え.テスト",
  "asha@example.xn--p1ai",
  "asha@ab--cd.example",
  "asha@1and1.example",
  "asha@123.example",
  "asha@a.museum",
  `asha@${"a".repeat(63)}.example`,
];

t.test("an address is one that a mail server of the internet can have", async (t) => {
  t.same(NONE.filter(isEmailAddress), []);
  t.same(
    REAL.filter((address) => !isEmailAddress(address)),
    [],
  );
});

t.test("a sender is an address, or a name and an address", async (t) => {
  const address = "web@example.org";
  for (const [text, name] of [
    [address, ""],
    [`<${address}>`, ""],
    [`The Foundation <${address}>`, "The Foundation"],
    [`"Juma, Asha" <${address}>`, "Juma, Asha"],
    [`Juma, Asha <${address}>`, "Juma, Asha"],
    [`"The \\"Foundation\\"" <${address}>`, 'The "Foundation"'],
    [`=?UTF-8?Q?Caf=C3=A9?= <${address}>`, "=?UTF-8?Q?Caf=C3=A9?="],
  ] as const)
    t.same(readMailbox(text), { name, address }, text);
  for (const text of ["The Foundation", `A <${address}> <${address}>`, "A <web@-b.example>"])
    t.equal(readMailbox(text), null, text);
});
