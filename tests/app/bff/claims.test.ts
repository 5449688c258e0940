import t from "tap";
import { englishContent } from "../../setup/english-content.ts";
import { startScene } from "../../setup/site/scene.ts";

const { claims } = englishContent("claims");
const keys = Object.keys(claims);

const { source, get } = await startScene(t);
source.mode = "refuse";

t.test("every figure is sent with its addresses, without the content source", async (t) => {
  const { status, body, headers } = await get("/bff/claims");
  t.equal(status, 200);
  t.equal(headers["access-control-allow-origin"], "*");
  t.same(
    body.data.map(({ key }: { key: string }) => key),
    keys,
  );
  t.match(body.links, { self: "/bff/claims", page: "/where-the-money-goes" });
  for (const claim of body.data) {
    const { value, label, conflicts } = claims[claim.key] ?? {};
    t.match(claim, { value, label });
    t.ok(claim.url.endsWith(`/where-the-money-goes#claim-${claim.key}`), claim.url);
    t.same(
      claim.conflicts.map(({ key, value: other, url }: Record<string, string>) => [
        key,
        other,
        new URL(url ?? "").pathname,
      ]),
      conflicts?.map(({ claim: key, where }) => [key, claims[key]?.value, where.link]),
    );
    t.notOk("placeholder" in claim || "editorNote" in claim, "no marks for editors");
  }
});

t.test("an unchanged ledger is 304, a parameter or another type is refused", async (t) => {
  const { headers } = await get("/bff/claims");
  t.match(headers["cache-control"], "public");
  const again = await get("/bff/claims").set("if-none-match", headers.etag ?? "");
  t.equal(again.status, 304);
  const refused = await get("/bff/claims?key=wells");
  t.match(refused, { status: 400, body: { parameter: "key" } });
  t.equal((await get("/bff/claims").set("accept", "text/html")).status, 406);
});
