import type { Page } from "playwright-core";

/** Resolves once React has taken over: its event handlers stand on the root. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById("root") ?? {}).some((key) => key.startsWith("__react")),
  );
