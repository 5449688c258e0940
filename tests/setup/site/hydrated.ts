import type { Page } from "playwright-core";

/**
 * Resolves once the page responds to its visitor: React has taken over, all that it could render is rendered, and the
 * effects have run. A page that the server alone renders is ready as soon as it is loaded.
 */
export const hydrated = (page: Page) =>
  page.waitForFunction(async () => {
    if (document.querySelector("[data-static-page], body[data-saver]"))
      return document.readyState === "complete";
    const root = document.getElementById("root") ?? {};
    const key = Object.keys(root).find((name) => name.startsWith("__reactContainer"));
    if (!key) return false;
    const { stateNode } = Reflect.get(root, key);
    const isDone = () => {
      const isWaitingForData = stateNode.suspendedLanes & ~stateNode.pingedLanes;
      const isLeft = stateNode.pendingLanes & ~isWaitingForData;
      return !stateNode.current.memoizedState.isDehydrated && isLeft === 0;
    };
    // Effects run in a task after their commit, and may have React render again.
    for (let tasks = 0; tasks < 4; tasks += 1) {
      if (!isDone()) return false;
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
    return isDone();
  });
