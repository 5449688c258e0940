/** Why there is no picture; for logs and metrics. */
export type PictureFault =
  /** The address may not be fetched: scheme, port, credentials, a private host. */
  | "forbidden"
  /** No response, a response that is not 200, or one that is cut off. */
  | "unreachable"
  /** The source asks to come later: 429, 503, or too many errors before. */
  | "busy"
  | "timeout"
  | "too-large"
  /** The bytes are no picture of a known type. */
  | "wrong-type"
  /** A picture that cannot be decoded, or has too many pixels. */
  | "unreadable"
  /** The source says that there is none: 404 or 410. */
  | "missing";

/** There is no picture at this address, or none that may be shown. */
export class PictureError extends Error {
  override name = "PictureError";
  readonly fault: PictureFault;

  constructor(fault: PictureFault, detail: string, cause?: unknown) {
    super(`picture: ${fault} (${detail})`, cause === undefined ? {} : { cause });
    this.fault = fault;
  }
}
