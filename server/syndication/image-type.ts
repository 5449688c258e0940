const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** The media type of a picture by the extension of its URL; `image/*` where that says nothing. */
export function imageType(url: string): string {
  const extension = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || "image/*";
}
