import { acceptEncoding } from "./read-body.ts";

export interface HeaderSource {
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  requestId: string;
  traceparent?: string | undefined;
}

/** The headers of a request, without an id or a trace context that is malformed. */
export function requestHeaders(request: HeaderSource): Record<string, string> {
  const { body, headers = {}, requestId, traceparent = "" } = request;
  const sent: Record<string, string> = {
    accept: "application/json",
    "accept-encoding": acceptEncoding,
    "user-agent": "foundation-website",
  };
  if (body !== undefined) sent["content-type"] = "application/json";
  for (const [name, value] of Object.entries(headers)) sent[name.toLowerCase()] = value;
  if (/^[\w.:-]{1,128}$/.test(requestId)) sent["x-request-id"] = requestId;
  // https://www.w3.org/TR/trace-context/#traceparent-header
  if (/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent))
    sent.traceparent = traceparent;
  return sent;
}
