export interface HttpLimits {
  /** Connections to the source. */
  connections: number;
  connectTimeoutMs: number;
  /** From sending a request to its response headers, the wait for a free connection included. */
  headersTimeoutMs: number;
  /** The whole call: both attempts and the body. */
  totalTimeoutMs: number;
  /** Of the body, counted after decompression. */
  maxBytes: number;
  /** A retry waits between one and two times this, so that many callers do not retry at once. */
  retryDelayMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  connections: 16,
  connectTimeoutMs: 1000,
  headersTimeoutMs: 2500,
  totalTimeoutMs: 4000,
  maxBytes: 2 * 1024 * 1024,
  retryDelayMs: 50,
};
