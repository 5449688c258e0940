import { changeCalls } from "./change-calls.ts";
import type { ExampleCall } from "./example-call.ts";
import { formCalls } from "./form-calls.ts";
import { readCalls } from "./read-calls.ts";

/** Every example, in the order they are sent in: reads first, the deletion last. */
export const exampleCalls: readonly ExampleCall[] = [...readCalls, ...formCalls, ...changeCalls];
