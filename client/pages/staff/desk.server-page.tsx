import type { ComponentType } from "react";
import * as words from "../../../content/words/en/desk.json";
import type { DeskPage } from "../../../shared/contract/desk.ts";
import { definePage } from "../../page.ts";
import { useDesk, type View } from "./desk-page.tsx";
import { EventView, NewsView } from "./entries.tsx";
import { EventList, GiftList, MessageList, NewsList } from "./lists.tsx";
import { GiftView, MessageView, SignIn } from "./records.tsx";

/** The view of each kind of page, and its title. */
const VIEWS: {
  [Kind in DeskPage["kind"]]: [ComponentType<View<Kind>>, title: string];
} = {
  "sign-in": [SignIn, words.signIn.titles.ask],
  messages: [MessageList, words.parts.messages],
  message: [MessageView, words.parts.messages],
  gifts: [GiftList, words.parts.gifts],
  gift: [GiftView, words.parts.gifts],
  "news-list": [NewsList, words.parts.news],
  news: [NewsView, words.parts.news],
  events: [EventList, words.parts.events],
  event: [EventView, words.parts.events],
};

/** Every page of the desk: the server says which one, and what is on it. */
export const page = definePage({
  Page: function StaffPage() {
    const { page } = useDesk();
    const View = VIEWS[page.kind][0] as ComponentType<{ page: DeskPage }>;
    return <View page={page} />;
  },
  head: ({ desk }) => ({
    title: VIEWS[desk?.page.kind ?? "sign-in"][1],
    description: words.description,
    noindex: true,
  }),
  status: ({ desk }) => desk?.status ?? 404,
});
