import type { FieldError } from "../../shared/contract/form-state.ts";
import { type Post, type PostOutcome, postForm } from "./form-posts.ts";

/** A form on this device: sent when there is a network again. */
export interface KeptForm extends Post {
  /** When it was kept, ISO 8601. */
  at: string;
  /** `refused`: for good, by a 4xx; `fields` has what was typed. */
  state: "waiting" | "sent" | "refused";
  reference?: string | null;
  errors?: readonly FieldError[];
  message?: string | null;
}

/** The tag of Background Sync. */
export const BACKGROUND_SYNC = "outbox";
/** IndexedDB, and the channel that tells other tabs and the worker of a change. */
const NAME = "outbox";

function transact<T>(
  mode: IDBTransactionMode,
  act: (forms: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(NAME, { keyPath: "key" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      // On disk before the visitor is told so.
      const transaction = database.transaction(NAME, mode, { durability: "strict" });
      const request = act(transaction.objectStore(NAME));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
        if (mode === "readonly") return;
        const others = new BroadcastChannel(NAME);
        others.postMessage(null);
        others.close();
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}

/** The oldest first. Empty where the browser stores nothing. */
export async function keptForms(): Promise<KeptForm[]> {
  const found: KeptForm[] = await transact("readonly", (forms) => forms.getAll()).catch(() => []);
  return found.sort((a, b) => a.at.localeCompare(b.at));
}

/** Keeps a form that could not be sent; false where the browser stores nothing. */
export async function keepForm(post: Post): Promise<boolean> {
  const kept: KeptForm = { ...post, at: new Date().toISOString(), state: "waiting" };
  try {
    await transact("readwrite", (forms) => forms.put(kept));
  } catch {
    return false;
  }
  // Background Sync, where there is one, sends it without a page (client/service-worker/worker.ts).
  void navigator.serviceWorker?.ready
    .then((registration) => Reflect.get(registration, "sync")?.register(BACKGROUND_SYNC))
    .catch(() => {});
  return true;
}

export const removeKept = (key: string) => transact("readwrite", (forms) => forms.delete(key));

/** Calls back with the forms on this device, now and after each change. Returns what ends it. */
export function watchKept(listener: (forms: KeptForm[]) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const read = () => void keptForms().then(listener);
  channel.onmessage = read;
  read();
  return () => channel.close();
}

/** What became of a form; null while it waits on. */
function settled(outcome: PostOutcome): Partial<KeptForm> | null {
  if (outcome.kind === "sent") return { fields: {}, state: "sent", reference: outcome.reference };
  if (outcome.kind === "invalid") return { state: "refused", errors: outcome.errors };
  return outcome.isTemporary ? null : { state: "refused", message: outcome.message };
}

const waiting = async () => (await keptForms()).filter(({ state }) => state === "waiting");

async function sendAll(): Promise<number> {
  for (const { key } of await waiting()) {
    // The one before took its time: this one may have been deleted.
    const kept = (await waiting()).find((form) => form.key === key);
    const result = kept && settled(await postForm(kept));
    if (!result) continue;
    await transact("readwrite", (forms) => {
      const found: IDBRequest<KeptForm | undefined> = forms.get(key);
      // Or was deleted or settled while it was sent.
      found.onsuccess = () => {
        if (found.result?.state === "waiting") forms.put({ ...kept, ...result });
      };
      return found;
    });
  }
  return (await waiting()).length;
}

let sending: Promise<number> | null = null;

/** Sends what waits and returns how many wait on. Another tab may do so at once: the key makes it one submission. */
export function sendKept(): Promise<number> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

// Whether or not client/offline/start.ts was loaded before the network went. Not on the server.
globalThis.addEventListener?.("online", () => void sendKept());
