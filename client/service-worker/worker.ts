import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { BACKGROUND_SYNC, sendKept } from "../data/outbox.ts";
import {
  addList,
  clearKept,
  insteadOf,
  isKept,
  keepPage,
  keptPage,
  keptPart,
  PART,
} from "./kept-pages.ts";

declare const self: ServiceWorkerGlobalScope;

/** Background Sync, which lib.webworker.d.ts does not have (WICG Background Sync, section 5). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** How long a navigation with a copy waits for its response. */
const PATIENCE_MS = 8_000;

/** Clients shown from a copy: their scripts come from one too, where the network has none. */
const shownFromCopy = new Set<string>();

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(request);
}

async function fromCopy({ request, resultingClientId }: FetchEvent) {
  const copy = await keptPage(request.url);
  if (copy) shownFromCopy.add(resultingClientId);
  return copy;
}

/** Network first: a copy is shown when the network fails, or does not answer in time. */
async function navigate(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const network = fromNetwork(event).then((response) => addList(url, response));
  // A page under data saver has no script to send what waits.
  event.waitUntil(network.then(sendKept).catch(() => {}));
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    return (await fromCopy(event)) ?? network;
  };
  try {
    return await Promise.race([network, late()]);
  } catch (error) {
    const found = (await fromCopy(event)) ?? (await insteadOf(url));
    if (!found) throw error;
    return found;
  }
}

/** A script, style or font of a page shown from its copy. */
async function part(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response?.ok) return response;
  return (await keptPart(request.url)) ?? response ?? Response.error();
}

/** Asked before a page is left (client/router/browser-router.tsx): whether it would be shown. */
async function head(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (await isKept(request.url)) return new Response(null, { status: 204 });
    throw error;
  }
}

/** A rejection asks the browser to try again later. */
async function sendAll(): Promise<void> {
  if ((await sendKept()) > 0) throw new Error("forms wait on");
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  // The request of a navigation starts without waiting for this worker.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preload]));
});

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const mayNeedCopy = !navigator.onLine || shownFromCopy.has(clientId);
  // The other mode of the pages begins, in which these would be neither used nor shown on /your-data.
  if (request.method === "POST" && pathname === DATA_SAVER.path) event.waitUntil(clearKept());
  if (request.method === "HEAD") event.respondWith(head(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (mayNeedCopy && PART.test(pathname)) event.respondWith(part(request));
});

self.addEventListener("message", (event) => {
  // From client/pages/your-data, else from client/offline/start.ts.
  const { clear, url, loaded } = event.data;
  event.waitUntil(clear ? clearKept() : keepPage(url, loaded));
});

self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === BACKGROUND_SYNC) sync.waitUntil(sendAll());
});
