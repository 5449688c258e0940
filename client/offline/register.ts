/** The browser's Trusted Types factory; undefined where it is not supported. */
interface UrlPolicies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
}

const WORKER = "/service-worker.js";

/** The second policy that the CSP allows (server/http/security/content-security-policy.ts): one URL. */
function workerUrl(): string {
  const policies: UrlPolicies | undefined = Reflect.get(globalThis, "trustedTypes");
  const policy = policies?.createPolicy("service-worker", { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/** Registers `client/service-worker/worker.ts`. Without one the site works as online. */
export function registerWorker(): void {
  navigator.serviceWorker.register(workerUrl()).catch(() => {});
}
