import type { FastifyInstance } from "fastify";
import type { FeedContent, PageRenderer } from "../../shared/contract/page-renderer.ts";
import { englishPath, type Language, languageOf, PREFIXES } from "../../shared/languages.ts";

export type Renderer = PageRenderer<NodeJS.WritableStream>;

/** What the server loads of the client: built by Vite once, or served by Vite in development. */
export interface ClientSide {
  renderer: Renderer;
  /** For feeds and calendars. */
  feedContent: (language: Language) => Promise<FeedContent>;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** Called once, before the application listens. */
  attach: (app: FastifyInstance) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * One renderer for all languages: the path chooses (docs/decisions/0058). Routes are the same in each, so the
 * English one matches; another language is loaded on its first page, since a start waits for none of it.
 */
export function inLanguages(
  english: Renderer,
  load: (language: Language) => Promise<Renderer>,
): Renderer {
  const loaded = new Map<Language, Promise<Renderer>>([["en", Promise.resolve(english)]]);
  function rendererOf(path: string): Promise<Renderer> {
    const language = languageOf(path);
    const known = loaded.get(language);
    if (known) return known;
    const loading = load(language);
    loading.catch(() => loaded.delete(language));
    loaded.set(language, loading);
    return loading;
  }
  return {
    hasPlaceholders: english.hasPlaceholders,
    staticPaths: english.staticPaths,
    match(pathname, search) {
      const { route, key } = english.match(englishPath(pathname), search);
      return { route, key: key === null ? null : PREFIXES[languageOf(pathname)] + key };
    },
    render: async (request) => (await rendererOf(request.pathname)).render(request),
    async *searchDocuments(language) {
      yield* (await rendererOf(PREFIXES[language] || "/")).searchDocuments(language);
    },
    renderError: async (request, status) =>
      (await rendererOf(request.pathname)).renderError(request, status),
  };
}
