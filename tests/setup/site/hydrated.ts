import type { Page } from "playwright-core";

/**
 * Resolves once the page responds to its visitor: React has taken over, no render is pending, and the effects have run. A page rendered
 * by the server alone is ready as soon as it has loaded.
 */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const hasScripts = document.querySelector("script[type=module]") !== null;
    if (!hasScripts || document.querySelector("[data-static-page]"))
      return document.readyState === "complete";
    const root = document.getElementById("root") ?? {};
    const key = Object.keys(root).find((name) => name.startsWith("__reactContainer"));
    if (!key) {
      // A page with nothing but text and pictures hydrates at its first touch (client/entry-browser.ts).
      dispatchEvent(new Event("pointerdown"));
      return false;
    }
    const { stateNode } = Reflect.get(root, key);
    const isDone = !stateNode.current.memoizedState.isDehydrated && stateNode.pendingLanes === 0;
    // Effects run in a task after their commit, and may make React render again.
    const seen: { tasks: number } = Reflect.get(window, "seenDone") ?? { tasks: 0 };
    Object.assign(window, { seenDone: seen });
    if (!isDone || seen.tasks >= 4) {
      seen.tasks = 0;
      return isDone;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      seen.tasks += 1;
    };
    port2.postMessage(null);
    return false;
  });
