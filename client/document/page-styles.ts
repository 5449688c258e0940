const loading = new Map<string, Promise<void>>();

const all = () =>
  document.head.querySelectorAll<HTMLLinkElement | HTMLStyleElement>("[data-sheet]");

const nameOf = (pageFile: string) => pageFile.replace(/\.tsx$/, "");

function load(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `${document.body.dataset.styles}/${name}.css`;
    // Fetched, and in force only when its page is shown: the page before keeps its looks.
    link.media = "not all";
    link.dataset.sheet = name;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading.delete(name);
      reject(new Error(`no sheet for ${name}`));
    };
    document.head.append(link);
  });
}

/** Has a page's sheet ready before the page is drawn. The first page brought its own in its HTML. */
export async function loadPageStyles(pageFile: string): Promise<void> {
  if (import.meta.env.SSR || import.meta.env.DEV) return;
  const name = nameOf(pageFile);
  const known = loading.get(name);
  if (known) return known;
  if ([...all()].some((sheet) => sheet.dataset.sheet === name)) return;
  const begun = load(name);
  loading.set(name, begun);
  return begun;
}

/** Puts the sheet of the shown page in force, and those of other pages out of it. */
export function showPageStyles(pageFile: string): void {
  const name = nameOf(pageFile);
  for (const sheet of all()) {
    const media = sheet.dataset.sheet === name ? "all" : "not all";
    if (sheet.media !== media) sheet.media = media;
  }
}
