import type { ComponentType } from "react";
import * as words from "../../../content/words/en/desk.json";
import { title as peopleTitle } from "../../../content/words/en/desk-people.json";
import * as shellWords from "../../../content/words/en/desk-shell.json";
import * as writingWords from "../../../content/words/en/desk-writing.json";
import type { DeskPage, DeskView } from "../../../shared/contract/desk.ts";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import {
  ActionForm,
  DeskContext,
  DeskFrame,
  FormField,
  needsScript,
  TouchLink,
  type View,
} from "./desk-page.tsx";
import { EventRecord, NewsRecord } from "./entries.tsx";
import { Bin, EntryVersions } from "./entry-versions.tsx";
import { type ContentView, GiftList, GiftRecord, NewGift } from "./gift.tsx";
import { GiftTotals } from "./gift-totals.tsx";
import { EventList, NewsList } from "./lists.tsx";
import { MessageRecord, messageTitle } from "./message.tsx";
import { SavedReplyForm, SavedReplyList, TypedText } from "./message-forms.tsx";
import { MessageList } from "./message-list.tsx";
import { People } from "./people.tsx";
import { Today } from "./today.tsx";
import { WebsiteDocument } from "./website-document.tsx";
import { nameOfDocument, Website } from "./website-list.tsx";
import { WebsiteLook } from "./website-look.tsx";

type Content = ContentOf<"desk">;

const { signIn } = words;

/** Renders the pages of the sign-in. A button signs in, so that a mail scanner that follows the link does not use it up. */
const SignIn = ({ page: { step, link } }: View<"sign-in">) => (
  <DeskFrame title={signIn.titles[step]}>
    <p className="measure">{signIn.texts[step]}</p>
    {step === "ask" && (
      <ActionForm action="/staff" buttons={[["send", signIn.send]]}>
        <FormField name="email" label={signIn.email} type="email" autoComplete="email" required />
      </ActionForm>
    )}
    {step === "confirm" && (
      <ActionForm action="/staff" buttons={[["sign-in", signIn.button]]}>
        <input type="hidden" name="link" value={link} />
      </ActionForm>
    )}
    {step === "expired" && <TouchLink to="/staff">{signIn.again}</TouchLink>}
  </DeskFrame>
);

const { absent } = shellWords;

/** Renders the page for what does not exist, or was deleted meanwhile. */
const Absent = () => (
  <DeskFrame title={absent.title}>
    <p>{absent.text}</p>
    <TouchLink to="/staff">{shellWords.home}</TouchLink>
  </DeskFrame>
);

/** A page that this file shows. The report on the source has a file of its own. */
type ShownPage = Exclude<DeskPage, { kind: "sources" }>;

const shownPage = (data: DeskView | null): ShownPage | null =>
  data === null || data.page.kind === "sources" ? null : data.page;

/** The view of each kind of page, and its title. */
const VIEWS: {
  [Kind in ShownPage["kind"]]: [ComponentType<ContentView<Kind>>, title: string];
} = {
  "sign-in": [SignIn, words.signIn.titles.ask],
  absent: [Absent, absent.title],
  today: [Today, shellWords.home],
  messages: [MessageList, words.parts.messages],
  message: [MessageRecord, words.parts.messages],
  typed: [TypedText, words.parts.messages],
  "saved-replies": [SavedReplyList, words.parts.messages],
  "saved-reply": [SavedReplyForm, words.parts.messages],
  gifts: [GiftList, words.parts.gifts],
  gift: [GiftRecord, words.parts.gifts],
  "gift-new": [NewGift, words.parts.gifts],
  "gift-totals": [GiftTotals, words.parts.gifts],
  "news-list": [NewsList, words.parts.news],
  news: [NewsRecord, words.parts.news],
  events: [EventList, words.parts.events],
  event: [EventRecord, words.parts.events],
  versions: [EntryVersions, writingWords.versions.link],
  bin: [Bin, writingWords.bin.title],
  website: [Website, words.parts.website],
  document: [WebsiteDocument, words.parts.website],
  people: [People, peopleTitle],
  "website-look": [WebsiteLook, words.parts.website],
};

/** Returns the title of a page, the item first, because browser tabs show only the beginning. */
function titleOf(page: ShownPage | null): string {
  if (page === null) return words.signIn.titles.ask;
  const section = VIEWS[page.kind][1];
  if ("message" in page) return `${messageTitle(page.message)} – ${section}`;
  if ("document" in page) {
    const { name, title } = page.document;
    return `${nameOfDocument(name, title)} – ${section}`;
  }
  if (page.kind === "versions") return `${page.versions.title} – ${section}`;
  if ("gift" in page) return `${page.gift.reference} – ${section}`;
  const { title = "" } = "entry" in page ? page.entry.fields : {};
  return title ? `${title} – ${section}` : section;
}

/** The definition of every page of the desk. The server says which page is shown and what is on the page. */
export const page = definePage<Content, DeskView>({
  Page: function StaffPage({ content, data }: PageProps<Content, DeskView>) {
    const page = shownPage(data);
    if (page === null) throw new Error("only the server shows the desk");
    const View = VIEWS[page.kind][0] as ComponentType<{ page: DeskPage; content: Content }>;
    return (
      <DeskContext value={data}>
        <View page={page} content={content} />
      </DeskContext>
    );
  },
  hydrate: "use",
  head: ({ data }) => ({
    title: titleOf(shownPage(data)),
    description: words.description,
    noindex: true,
  }),
  status: ({ data }) => data?.status ?? 404,
  hasDeskScript: ({ data }) => data !== null && needsScript(data),
});
