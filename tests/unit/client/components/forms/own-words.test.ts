import { execFileSync } from "node:child_process";
import t from "tap";

/** What a build of a language makes of answers of `/bff`. */
function said(language: "en" | "sw"): unknown {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(name.replace("words/en/", "words/${language}/"), context) });
    const { errorsInOwnWords, failureInOwnWords } = await import("./client/components/forms/own-words.ts");
    const { contactFields } = await import("./shared/forms/contact-form.ts");
    console.log(JSON.stringify([
      errorsInOwnWords([{ field: "name", message: "Enter your full name" }], contactFields),
      failureInOwnWords("Mailbox full", "contact"),
      failureInOwnWords(null, "contact"),
    ]));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  return JSON.parse(output);
}

t.test("a page in English shows what the server says", async (t) => {
  t.same(said("en"), [
    [{ field: "name", message: "Enter your full name" }],
    "Mailbox full",
    "Failed to send message. Please try again later.",
  ]);
});

t.test("a page in Kiswahili says it in its own words", async (t) => {
  t.same(said("sw"), [
    [{ field: "name", message: "Andika jina lako kamili" }],
    "Ujumbe haukutumwa. Tafadhali jaribu tena baadaye.",
    "Ujumbe haukutumwa. Tafadhali jaribu tena baadaye.",
  ]);
});
