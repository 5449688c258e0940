import fc from "fast-check";
import { isWhole } from "./whole.ts";

// The same cases at every landing, so that a failure is of the change that it stands beside; others in `npm run test:all`.
if (!isWhole) fc.configureGlobal({ seed: 1 });

export { fc };
