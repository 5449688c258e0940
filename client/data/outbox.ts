import { type Post, type PostOutcome, postForm } from "./form-posts.ts";

/** A form on this device: sent when there is a network again. Of one that is sent nothing typed is left. */
export interface KeptForm extends Post, Partial<PostOutcome> {
  /** When it was kept, ISO 8601. */
  at: string;
  state: PostOutcome["state"];
}

/** IndexedDB, the tag of Background Sync, and the channel that tells other tabs and the worker of a change. */
const NAME = "outbox";

const transact = <T>(mode: IDBTransactionMode, act: (forms: IDBObjectStore) => IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(NAME, { keyPath: "key" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      // On disk before the visitor is told so.
      const transaction = opening.result.transaction(NAME, mode, { durability: "strict" });
      const request = act(transaction.objectStore(NAME));
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(request.result);
        if (mode === "readonly") return;
        const others = new BroadcastChannel(NAME);
        others.postMessage(null);
        others.close();
      };
    };
  });

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

/** Sends what waits, and returns what is kept then. Another tab may do so at once: the key makes it one submission. */
export async function sendKept(): Promise<KeptForm[]> {
  for (const { key } of await keptForms()) {
    // It may be deleted or settled while the one before it, or itself, is sent.
    const find = async () => {
      const forms = await keptForms();
      return forms.find((kept) => kept.key === key && kept.state === "waiting");
    };
    const kept = await find();
    const outcome = kept && (await postForm(kept));
    if (!outcome || outcome.state === "waiting" || !(await find())) continue;
    const fields = outcome.state === "sent" ? {} : kept.fields;
    await transact("readwrite", (forms) => forms.put({ ...kept, ...outcome, fields }));
  }
  return keptForms();
}

// Whether or not client/offline/start.ts was loaded before the network went. Not on the server.
globalThis.addEventListener?.("online", () => void sendKept());
