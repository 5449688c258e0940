export interface JsonResponse<Body> {
  /** 0 when no response arrived: a network error or a timeout. */
  status: number;
  ok: boolean;
  /** The body, trusted to have the shape of its path's schema. Null when the body is not JSON. */
  body: Body | null;
}

const TIMEOUT_MS = 30_000;

/** Sends one request, without a retry. Never rejects. */
export async function fetchJson<Body>(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<JsonResponse<Body>> {
  // `AbortSignal.timeout` is missing before Chrome 103 and Safari 16.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const headers = { accept: "application/json", ...init.headers };
    const response = await fetch(path, { ...init, headers, signal: controller.signal });
    const body = await response.json().catch(() => null);
    return { status: response.status, ok: response.ok, body };
  } catch {
    return { status: 0, ok: false, body: null };
  } finally {
    clearTimeout(timer);
  }
}
