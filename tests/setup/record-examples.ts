// npm run api:examples: sends every example of the OpenAPI document and writes down the responses.
import { writeFileSync } from "node:fs";
import { exampleCalls } from "../../server/openapi/examples/example-calls.ts";
import { startExampleScene } from "./site/example-scene.ts";

/** What is new in each response, as the examples show it. */
const SHOWN: Readonly<Record<string, string>> = {
  requestId: "5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11",
  token: "mqe5y2o0.Wm9yZ290dGVuLWZvci10aGUtZXhhbXBsZS1hbG9uZQ",
};
const scene = await startExampleScene();
const recorded: Record<string, unknown> = {};
try {
  for (const call of exampleCalls) {
    const { status, body } = await scene.replay(call);
    if (status !== call.status)
      throw new Error(`${call.operation} ${call.name}: ${status} ${JSON.stringify(body)}`);
    if (body === null) continue;
    recorded[`${call.operation} ${call.name}`] = JSON.parse(JSON.stringify(body), (key, value) => {
      if (key === "data" && Array.isArray(value)) return value.slice(0, call.itemsShown);
      return key === "reference" ? `${String(value)[0]}-7K3M-2Q9F` : (SHOWN[key] ?? value);
    });
  }
} finally {
  await scene.close();
}
writeFileSync(
  "server/openapi/examples/recorded-responses.json",
  `${JSON.stringify(recorded, null, 2)}\n`,
);
