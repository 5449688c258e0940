import t from "tap";
import site from "../../../../../content/site.json" with { type: "json" };
import { refusalWords } from "../../../../../server/routes/forms/refusal-words.ts";
import { wordsFor } from "../../../../../server/submissions/forms/form-words.ts";

t.test("a refusal says what happened, how long it lasts and what else helps", async (t) => {
  for (const [limit, reason] of [
    ["own", "several messages like it have just reached us"],
    ["tries", "sent too many times"],
    ["all", "more messages at the moment than we can handle"],
  ] as const) {
    const words = refusalWords({ limit, seconds: 600 });
    t.match(words, reason);
    t.match(words, "Please try again in 10 minutes.");
    t.ok(words.includes(site.contact.email.address));
    for (const { number } of site.contact.phones) t.ok(words.includes(number));
  }
});

t.test("a refusal is in the language of the words", async (t) => {
  const words = refusalWords({ limit: "all", seconds: 600 }, wordsFor("sw").refusals);
  t.match(words, /^Samahani, fomu yako haikutumwa: .* jaribu tena baada ya dakika 10\. /);
  t.notMatch(words, /[{}]/);
});

t.test("the delay before another try is given in minutes, never too short", async (t) => {
  for (const [seconds, delay] of [
    [20, "in a minute."],
    [61, "in 2 minutes."],
    [600, "in 10 minutes."],
  ] as const)
    t.match(refusalWords({ limit: "own", seconds }), delay);
});
