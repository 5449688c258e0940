// npm run api:examples: asks every example of the OpenAPI document and writes down the answers.
import { writeFileSync } from "node:fs";
import { exampleCalls } from "../../server/openapi/example-calls.ts";
import { startExampleScene } from "./example-scene.ts";

const REQUEST_ID = "5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11";
const scene = await startExampleScene();
const recorded: Record<string, unknown> = {};
try {
  for (const call of exampleCalls) {
    const { status, body } = await scene.replay(call);
    if (status !== call.status)
      throw new Error(`${call.operation} ${call.name}: ${status} ${JSON.stringify(body)}`);
    if (body !== null)
      recorded[`${call.operation} ${call.name}`] = JSON.parse(JSON.stringify(body), (key, value) =>
        key === "requestId" ? REQUEST_ID : value,
      );
  }
} finally {
  await scene.close();
}
writeFileSync("server/openapi/examples.json", `${JSON.stringify(recorded, null, 2)}\n`);
