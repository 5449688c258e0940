import { askShared, type SharedSites } from "../shared/ask-shared.ts";

/** Returns the sites that all test files read. No test may change their state. */
export const sharedSites = (): Promise<SharedSites> => askShared("sites");
