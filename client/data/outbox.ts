import { type Post, type PostOutcome, postForm } from "./form-posts.ts";

/** A form on this device: sent when there is a network again. Of one that is sent nothing typed is left. */
export interface KeptForm extends Post, Partial<PostOutcome> {
  /** When it was kept, ISO 8601. */
  at: string;
  state: PostOutcome["state"];
}

/** IndexedDB, the tag of Background Sync, and the channel that tells other tabs and the worker of a change. */
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
    .then((registration) => Reflect.get(registration, "sync")?.register(NAME))
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

async function sendAll(): Promise<KeptForm[]> {
  for (const { key } of await keptForms()) {
    // The one before took its time: this one may have been deleted.
    const kept = (await keptForms()).find((form) => form.key === key);
    if (kept?.state !== "waiting") continue;
    const outcome = await postForm(kept);
    if (outcome.state === "waiting") continue;
    const fields = outcome.state === "sent" ? {} : kept.fields;
    await transact("readwrite", (forms) => {
      const found: IDBRequest<KeptForm | undefined> = forms.get(key);
      // Or was deleted or settled while it was sent.
      found.onsuccess = () => {
        if (found.result?.state === "waiting") forms.put({ ...kept, ...outcome, fields });
      };
      return found;
    });
  }
  return keptForms();
}

let sending: Promise<KeptForm[]> | null = null;

/** Sends what waits, and returns what is kept now. Another tab may do so at once: the key makes it one submission. */
export function sendKept(): Promise<KeptForm[]> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

// Whether or not client/offline/start.ts was loaded before the network went. Not on the server.
globalThis.addEventListener?.("online", () => void sendKept());
