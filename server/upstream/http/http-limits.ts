export interface HttpLimits {
  /** Sockets kept to the source. */
  connections: number;
  connectTimeoutMs: number;
  /** From sending a request to the head of its answer, waiting for a free socket included. */
  headersTimeoutMs: number;
  /** The whole call, both attempts and the body together: a caller hears within this time. */
  totalTimeoutMs: number;
  /** Of the body, counted after decompression. */
  maxBytes: number;
  /**
   * A retry waits between one and two times this, so that many callers do not come back at once.
   */
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
