/**
 * Why there is no picture, for logs. `missing`: the source has none (404, 410). `broken`: none that may be fetched, decoded
 * or shown. `slow`: its conversion takes too long. `busy`: the source asks to come later, or had too many errors before. `away`: any other response, or none.
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
