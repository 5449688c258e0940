import t, { type Test } from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";

const sharedScene = shareScene((t: Test) => startScene(t, samples()));

t.test("a call is built in a form, with its command and its answer, without scripts", async (t) => {
  const { get } = await sharedScene();
  const listed = await get("/developers");
  t.match(listed.text, 'href="/developers/try?operation=listNews"');
  const { text: form, headers } = await get("/developers/try?operation=listEvents");
  t.match(form, '<form class="');
  t.match(form, 'action="/developers/try#answer"');
  for (const name of ["limit", "when", "fields", "syncToken"]) t.match(form, `name="${name}"`);
  t.match(headers["x-robots-tag"], "noindex");
  t.notMatch(form, "Answer: ");
  const sent = "operation=listEvents&limit=1&when=all&fields=slug,title&q=&send=1";
  const { text } = await get(`/developers/try?${sent}`);
  const [, command = ""] = /<code>(curl [^<]*)<\/code>/.exec(text) ?? [];
  t.match(command, /^curl &#x27;http[^ ]*\/bff\/events\?/);
  for (const part of ["when=all", "limit=1", "fields=slug%2Ctitle"]) t.match(command, part);
  t.notMatch(command, "q=", "a field that is left empty is no parameter");
  t.match(text, "Answer: 200");
  t.match(text, "&quot;slug&quot;: &quot;");
  t.match(text, 'value="1"');
  const wrong = await get("/developers/try?operation=listEvents&limit=0&send=1");
  t.match(wrong.text, "Answer: 400");
  t.match(wrong.text, "invalid-parameters");
});

t.test("nothing but what anybody may read is called", async (t) => {
  const { get } = await sharedScene();
  for (const operation of ["createEvent", "sources", "/bff/sources", "__proto__"])
    t.equal((await get(`/developers/try?operation=${operation}&send=1`)).status, 404, operation);
  const out = "operation=getEvent&slug=..%2F..%2Fhealth%2Fready&send=1";
  const { text } = await get(`/developers/try?${out}`);
  t.match(text, "/bff/events/..%2F..%2Fhealth%2Fready");
  t.match(text, "Answer: 400");
  const { text: hostile } = await get(
    `/developers/try?operation=listNews&q=${encodeURIComponent("<script>alert(1)</script>'\"")}&send=1`,
  );
  t.notMatch(hostile, "<script>alert");
  const { text: plain } = await get("/developers/try");
  t.match(plain, "What can be read");
});
