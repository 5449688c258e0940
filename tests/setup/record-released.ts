// npm run api:released: adds whatever is new in the OpenAPI document to the list of names that consumers rely on. A name leaves that
// list only by hand, after its Sunset date, and a name joins the list only once the API's changelog mentions it.
import { readFileSync, writeFileSync } from "node:fs";
import { API_VERSIONS } from "../../shared/contract/api.ts";
import {
  mergedSurface,
  readSurface,
  surfaceLines,
  surfaceOf,
  untoldNames,
} from "../consumer/api-surface.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { startSite } from "./site/site.ts";

const RELEASED = "tests/consumer/released-api.txt";

const source = await startFakeContentApi({});
const site = await startSite({ contentApiUrl: source.url });
try {
  const document = await (await fetch(`${site.url}/bff/openapi.json`)).json();
  const released = readSurface(readFileSync(RELEASED, "utf8"));
  const untold = untoldNames(released, surfaceOf(document), API_VERSIONS[0].changes);
  if (untold.length > 0)
    throw new Error(
      `Name what is new in the newest entry of shared/contract/api-versions.json first:\n${untold.join("\n")}`,
    );
  const lines = surfaceLines(mergedSurface(released, surfaceOf(document)));
  writeFileSync(RELEASED, `${lines.join("\n")}\n`);
} finally {
  await site.close();
  await source.close();
}
