/**
 * The reason for a missing picture, for logs. `missing`: the source has no such picture (404, 410). `broken`: the picture must not be
 * fetched, or cannot be decoded or shown. `slow`: the conversion takes too long. `busy`: the source asks us to retry later, or had too
 * many errors before. `away`: any other response, or none.
 */
export type PictureFault = "missing" | "broken" | "slow" | "busy" | "away";

export class PictureError extends Error {
  override name = "PictureError";
  readonly fault: PictureFault;
  readonly detail: string;

  constructor(fault: PictureFault, detail: string, cause?: unknown) {
    super(`picture: ${fault} (${detail})`, { cause });
    this.fault = fault;
    this.detail = detail;
  }
}
