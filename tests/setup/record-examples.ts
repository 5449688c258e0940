// npm run api:examples: sends the request of every example in the OpenAPI document and records the response.
import { writeFileSync } from "node:fs";
import examples from "../../server/bff/openapi/examples.json" with { type: "json" };
import { startExampleScene } from "./site/example-scene.ts";

/** Fixed values for the fields that differ in every response. */
const SHOWN: Readonly<Record<string, string>> = {
  requestId: "5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11",
  token: "mqe5y2o0.Wm9yZ290dGVuLWZvci10aGUtZXhhbXBsZS1hbG9uZQ",
};
const scene = await startExampleScene();
const recorded: unknown[] = [];
try {
  for (const { response: _before, ...example } of examples) {
    const { operation, name, itemsShown } = example;
    const { status, body } = await scene.replay(example);
    if (status !== example.status)
      throw new Error(`${operation} ${name}: ${status} ${JSON.stringify(body)}`);
    const response = JSON.parse(JSON.stringify(body), (key, value) => {
      if (key === "data" && Array.isArray(value)) return value.slice(0, itemsShown);
      return key === "reference" ? `${String(value)[0]}-7K3M-2Q9F` : (SHOWN[key] ?? value);
    });
    recorded.push({ ...example, ...(body !== null && { response }) });
  }
} finally {
  await scene.close();
}
writeFileSync("server/bff/openapi/examples.json", `${JSON.stringify(recorded, null, 2)}\n`);
