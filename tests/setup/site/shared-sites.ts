import { askShared, type SharedSites } from "../shared/ask-shared.ts";

/** The sites that all test files read; nobody changes their state. */
export const sharedSites = (): Promise<SharedSites> => askShared("sites");
