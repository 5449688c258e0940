import type { Documents, Entry, SiteFrame } from "../content/documents.ts";
import type { EntryFolder } from "../content/pages.schema.ts";
import type { Currency, Frequency } from "../forms/donation.ts";
import type { Language } from "../languages.ts";
import type { EventStatus } from "../model/event-statuses.ts";
import type { CardPicture } from "../model/picture.schema.ts";
import type { SearchDocument, SearchView } from "../model/search.ts";
import type { PageTag } from "./data-tags.ts";
import type { DeskView } from "./desk.ts";
import type { FormState } from "./form-state.ts";
import type { ContentQuery, SiteData } from "./site-data.ts";
import type { TriedCall } from "./tried-call.ts";

/** The data that the page of a gift may show: of the donor only the first name. Times are ISO 8601. */
export interface GiftView {
  reference: string;
  state: "pledged" | "pending" | "paid" | "failed" | "cancelled" | "refunded";
  /** The amount that is left after partial refunds. */
  amountMinor: number;
  /** The refunded part of a gift that stays paid. */
  refundedMinor: number;
  currency: Currency;
  frequency: Frequency;
  purpose: string;
  /** The donor's first name; null once the donor is forgotten. */
  firstName: string | null;
  /** The time when the gift came into this state. */
  since: string;
  /** True when a press of a button e-mails the details: the site sends mails, and the donor gave an address. */
  canEmail: boolean;
  /** The receipt with the donor's whole name, for somebody who knows the donor's telephone number or address. */
  receipt: GiftReceipt | null;
  /** A payment of another amount, which the office decides on; null when there is none. */
  otherPayment: { amountMinor: number; currency: Currency } | null;
  /** The monthly gift; null for any other gift, and for one of its payments. */
  monthly: MonthlyGift | null;
  /** Stories, news and events of the purpose since the gift came, the newest first. */
  stories: readonly GiftStory[];
  /** The detail that opens the receipt. Null while there is no receipt, or when nobody knows the donor any more. */
  opensBy: "phone" | "email" | null;
}

/** The state of a monthly gift, the same for donor and office. */
export interface MonthlyGift {
  /** `charged`: the provider charges the card. `reminded`: the donor sends it, and is reminded. `stopping`: the provider has not confirmed. */
  state: "charged" | "reminded" | "expected" | "stopping" | "stopped";
  /** The month, `2026-11`, whose payment is missing; empty when none is. */
  missed: string;
  payments: readonly { reference: string; amountMinor: number; currency: Currency; at: string }[];
}

/** A story that a donor may want to read. A picture is one of the content, or one of the content source. */
export interface GiftStory {
  path: string;
  title: string;
  at: string;
  language?: string | null | undefined;
  image: { key: string; alt: string } | null;
  picture: CardPicture | null;
}

/** A receipt, as employers who match gifts ask for. */
export interface GiftReceipt {
  name: string;
}

/** The data that the server gives to a live page. Each such page names its own type in `definePage`. */
export type LiveData = GiftView | SearchView | DeskView | TriedCall;

/** A query parameter with which the page of a pending gift does not reload by itself. */
export const STILL = "still";

export interface InlineStylesheet {
  text: string;
  /** A hash `sha256-...`, by which the page's policy allows the stylesheet. */
  hash: string;
}

/** The site-relative URLs of the files that the browser needs for a page. */
export interface PageAssets {
  /** `client/entry-browser.ts`, which loads the hydrating module. */
  entry: string;
  /** `client/entry-desk.ts`, only for forms of the desk. */
  deskScript: string;
  /** `client/entry-gift.ts`, only for the page of a gift. */
  copyScript: string;
  /** Modules to have ready before hydration: the entry's own imports and the page's. */
  modules: readonly string[];
  /** Linked stylesheets, in development. */
  links: readonly string[];
  /**
   * The fonts, the styles that every page needs, those that this page adds under its own name, those that no first paint needs, which
   * a page carries only when its data is late, and those for data saver; null in development.
   */
  stylesheets: {
    fonts: InlineStylesheet | null;
    base: InlineStylesheet;
    page: (InlineStylesheet & { name: string }) | null;
    later: InlineStylesheet | null;
    dataSaver: InlineStylesheet | null;
  } | null;
  /** The folder of the stylesheets of other pages. */
  stylesFolder: string | null;
  /** The font that every page fetches after its first paint. */
  fonts: readonly string[];
  /** For visitors who save data (docs/decisions/0060); null in development. */
  dataSaver: {
    /** A `data:` URL. */
    icon: string;
    /** Returns the size of a built file, in Brotli if the file is compressed; null when there is no such file. */
    sizeOf: (url: string) => number | null;
  } | null;
}

/** A lookup of the assets of a page, by its file in `client/pages`. */
export type AssetsOf = (pageFile: string) => PageAssets;

/** The content of the site in one language. */
export interface SiteContent {
  frame: SiteFrame;
  documents: Omit<Documents, `${string}/:slug`>;
  /** Returns the selected documents; null when the selection names an entry that does not exist. */
  select(query: Omit<ContentQuery, "language">): Readonly<Record<string, unknown>> | null;
  /** Returns the bytes of a picture of the content as sent, by its URL; null when they are not known. */
  sizeOf(url: string): number | null;
  /** Returns an entry such as `projects/football`; undefined when there is none. */
  entry<Folder extends EntryFolder>(folder: Folder, slug: string): Entry<Folder> | undefined;
}

export interface PageRequest {
  /** The path as requested, still encoded: dots in it are not resolved. */
  pathname: string;
  /** The query string with its "?", or nothing. */
  search: string;
  siteData: SiteData;
  /** The content in the language of the page. */
  content: SiteContent;
  /** A form that was posted to this URL and comes back with the page; null on a GET. */
  form: FormState | null;
  /** The data of a live page; null for any other page, for a gift that does not exist and in the preview of a draft. */
  data: LiveData | null;
  apiDocument: () => object;
  /** ISO 8601 UTC, the server's clock. */
  now: string;
  /** Aborts when the client disconnects or a time limit passes. */
  signal: AbortSignal;
  /** Returns how long the page may wait for its own data or that of parts; Infinity for all data (robots, `?complete=1`). */
  headStartMs: (role: "page" | "section") => number;
  /** Returns 128 bits, new for each response, which allow React's inline scripts when data is late. */
  makeNonce: () => string;
  requestId: string;
  /** The origin of canonical and Open Graph URLs. No trailing slash. */
  publicOrigin: string;
  /** True when sample content is served, which every page then says (docs/decisions/0039). */
  hasSampleContent: boolean;
  /** True when a payment provider is configured: the Donate form leads on to the provider's page. */
  takesPayments: boolean;
  /** True for a page without scripts, fonts and pictures, but with all its data. */
  savesData: boolean;
  /** Receives an error of the render. The text of the error never reaches a visitor. */
  onError: (error: unknown) => void;
}

export interface PageResponse<Destination> {
  status: number;
  /** The seconds to wait, when the source is down. */
  retryAfterSeconds: number | null;
  /** The data that the page depends on: content alone, fresh data, stale data, or a failed part. */
  freshness: { state: "static" | "fresh" | "stale" | "failed"; oldestFetchedAt: string | null };
  /** The kinds of data whose change puts the page out of date. */
  tags: readonly PageTag[];
  /** True for a page for this request alone, or without a late part. Such a page is never cached or shared. */
  isLive: boolean;
  /** Set when data is late: the bytes contain this nonce and must not be cached or shared. */
  nonce: string | null;
  /** The hashes of the inline stylesheets, for the CSP. */
  styleHashes: readonly string[];
  /** The known bytes of the files that are left out under data saver; null without data saver. */
  leftOutBytes: number | null;
  /** Writes the document; call once. */
  pipe(destination: Destination): void;
}

/** A page of the content, for the site map. */
export interface StaticPath {
  path: string;
  /** `YYYY-MM-DD`, when known. */
  lastModified: string | null;
}

/** The renderer of pages on the server, loaded by Vite in development, and from `dist` otherwise. */
export interface PageRenderer<Destination> {
  /** The paths of the route table, such as `/events/:slug`. */
  routes: readonly string[];
  render(request: PageRequest): Promise<PageResponse<Destination>>;
  /**
   * Returns the route and the cache key of a URL. The route is a pattern (`/events/:slug`), or `*` when there is none. The key is
   * the URL without the parts that do not change the page, or null when the page is not cacheable.
   */
  match(pathname: string, search: string): { route: string; key: string | null };
  /** Returns the documents that the page at a path reads; null for a page without content. */
  contentOf(pathname: string): Pick<ContentQuery, "selection" | "params"> | null;
  /** Returns every page that needs no content source and may be listed. */
  staticPaths(content: SiteContent): readonly StaticPath[];
  searchDocuments(language: Language, content: SiteContent): AsyncIterable<SearchDocument>;
  /** Renders the page for errors outside any route, which shows `status` and `requestId`. */
  renderError(request: PageRequest, status: number): Promise<PageResponse<Destination>>;
}

/** The function that `client/entry-server.tsx` exports. */
export type CreatePageRenderer<Destination> = (assetsOf: AssetsOf) => PageRenderer<Destination>;

/** A post of the blog, for feeds. URLs are site-relative. */
export interface Story {
  id: string;
  path: string;
  language: Language;
  title: string;
  summary: string;
  html: string;
  /** `YYYY-MM-DD`, a day in Dar es Salaam. */
  publishedOn: string;
  author: string;
  categories: readonly string[];
  image: string | null;
}

/** The texts of feeds and calendars in one language; `{price}` is to be filled in. */
export interface FeedWords {
  language: Language;
  news: string;
  stories: string;
  events: string;
  description: string;
  /** The domain of the foundation, for permanent ids. */
  domain: string;
  ticketPrice: string;
  event: Record<"free" | "online" | "alsoOnline", string> & {
    statuses: Record<EventStatus, string>;
  };
}

/** The exports of `client/entry-stories.ts`, for feeds in one language. */
export interface FeedContent {
  words: (content: SiteContent) => FeedWords;
  stories: (content: SiteContent) => readonly Story[];
}
