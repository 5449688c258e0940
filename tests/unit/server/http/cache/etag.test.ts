import t from "tap";
import {
  entityTag,
  matchesIfNoneMatch,
  readIfMatch,
  strongEtag,
  weakEtag,
} from "../../../../../server/http/cache/etag.ts";

t.test("equal parts have equal tags, strong or weak", async (t) => {
  t.match(strongEtag("a", Buffer.from("b")), /^"[\w-]{22}"$/);
  t.equal(strongEtag("a", Buffer.from("b")), strongEtag("ab"));
  t.equal(weakEtag("ab"), `W/${strongEtag("ab")}`);
  t.not(strongEtag("ab"), strongEtag("abc"));
});

t.test("If-None-Match is compared weakly", async (t) => {
  const etag = weakEtag("a page");
  const strong = strongEtag("a page");
  const saved = strong.replace(/"$/, '-saved"');
  const headers = [undefined, "", "*", etag, strong, `"other", ${etag}`, '"other"', saved];
  t.same(
    headers.map((header) => matchesIfNoneMatch(header, etag)),
    [false, false, true, true, true, true, false, false],
  );
  const added = ["-gzip", "--gzip", ";br", "-x-gzip", ";gz", "-br-gzip", ":zstd"];
  const changed = added.flatMap((coding) => [
    etag.replace(/"$/, `${coding}"`),
    `W/"other", ${strong}${coding} , "another"`,
  ]);
  t.same(
    changed.filter((header) => !matchesIfNoneMatch(header, etag)),
    [],
    "with what proxies add",
  );
  t.notOk(matchesIfNoneMatch(saved.replace(/"$/, '-gzip"'), etag));
});

t.test("If-Match names the item as it is, also where a proxy weakened the tag", async (t) => {
  const item = { title: "A tap for Kibaoni" };
  t.equal(readIfMatch(undefined), null);
  t.equal(readIfMatch(" "), null);
  for (const header of [
    "*",
    entityTag(item),
    `"other", W/${entityTag(item)}`,
    entityTag(item).replace(/"$/, '-gzip"'),
  ])
    t.ok(readIfMatch(header)?.(item), header);
  t.notOk(readIfMatch(entityTag({ title: "A well" }))?.(item));
});
