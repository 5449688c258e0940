import { changeCalls } from "./change-calls.ts";
import type { ExampleCall } from "./example-call.ts";
import { formCalls } from "./form-calls.ts";
import { readCalls } from "./read-calls.ts";

/** Every example, in an order they can be sent in: reading first, deleting last. */
export const exampleCalls: readonly ExampleCall[] = [...readCalls, ...formCalls, ...changeCalls];
