export interface JsonResponse<Body> {
  /** 0 when there was no response: a network error, or none in time. */
  status: number;
  ok: boolean;
  etag: string | null;
  /** Trusted to have the shape of its path's schema. Null when it is not JSON. */
  body: Body | null;
}

interface JsonRequest extends RequestInit {
  headers?: Record<string, string>;
}

/** Spec section 7: the delay before the one retry of a mutation. */
const RETRY_DELAY_MS = 1_000;
const TIMEOUT_MS = 30_000;

/** One request, without a retry. Never rejects. */
export async function fetchJson<Body>(
  path: string,
  init: JsonRequest = {},
): Promise<JsonResponse<Body>> {
  // `AbortSignal.timeout` is missing before Chrome 103 and Safari 16.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const headers = { accept: "application/json", ...init.headers };
    const response = await fetch(path, { ...init, headers, signal: controller.signal });
    const body = await response.json().catch(() => null);
    return { status: response.status, ok: response.ok, etag: response.headers.get("etag"), body };
  } catch {
    return { status: 0, ok: false, etag: null, body: null };
  } finally {
    clearTimeout(timer);
  }
}

/** Retried once after network errors and 502 to 504: it needs a key or an `if-match` where a second one could do harm. */
export async function mutateJson<Body>(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
): Promise<JsonResponse<Body>> {
  const hasBody = body !== undefined;
  const init: JsonRequest = {
    method,
    headers: { ...headers, ...(hasBody && { "content-type": "application/json" }) },
    ...(hasBody && { body: JSON.stringify(body) }),
  };
  const response = await fetchJson<Body>(path, init);
  const { status } = response;
  if (status !== 0 && (status < 502 || status > 504)) return response;
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  return fetchJson<Body>(path, init);
}

/** A repetition keeps its key, so that the server handles it once; other words are another submission. */
export function idempotencyKeys(): (body: unknown) => string {
  let [last, key] = ["", ""];
  return (body) => {
    const text = JSON.stringify(body);
    // Not `randomUUID`, which plain http does not have.
    if (text !== last) key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    last = text;
    return key;
  };
}
