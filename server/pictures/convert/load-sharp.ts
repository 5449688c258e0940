type Sharp = typeof import("sharp").default;

let loaded: Promise<Sharp> | undefined;

/** The decoders of the types in `picture-type.ts`; all others are switched off, and those of SVG files. */
const DECODERS = [
  ...["Jpeg", "Png", "Nsgif", "Webp", "Heif"].flatMap((type) => [`${type}Buffer`, `${type}File`]),
  "SvgBuffer",
].map((name) => `VipsForeignLoad${name}`);

/** Loaded with the first picture: the start of the process does not wait for it. */
export function loadSharp(): Promise<Sharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    // One thread for each conversion; how many run at once is decided by the callers.
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: DECODERS });
    return sharp;
  });
  // A failed start is not remembered.
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}
