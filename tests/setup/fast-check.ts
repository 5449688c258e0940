import fc from "fast-check";
import { isWhole } from "./whole.ts";

// `npm test` always generates the same cases, so that a failure comes from the change under test. `npm run test:all` generates new
// ones.
if (!isWhole) fc.configureGlobal({ seed: 1 });

export { fc };
