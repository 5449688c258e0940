// npm run api:client: writes the types of the OpenAPI document, as a consumer would generate them.
import { writeFileSync } from "node:fs";
import { generateClient } from "../consumer/generate-client.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { startSite } from "./site/site.ts";

const source = await startFakeContentApi({});
const site = await startSite({ contentApiUrl: source.url });
try {
  const document = await (await fetch(`${site.url}/bff/openapi.json`)).json();
  writeFileSync("tests/consumer/bff.d.ts", await generateClient(document));
} finally {
  await site.close();
  await source.close();
}
