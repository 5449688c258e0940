import type { ComponentType } from "react";
import * as words from "../../../content/words/en/desk.json";
import type { DeskPage } from "../../../shared/contract/desk.ts";
import { definePage } from "../../page.ts";
import { useDesk, type View } from "./desk-page.tsx";
import { EventView } from "./event-form.tsx";
import { EventList, GiftList, MessageList, NewsList } from "./lists.tsx";
import { NewsView } from "./news-form.tsx";
import { GiftView, MessageView, SignIn } from "./records.tsx";

/** The view of each kind of page, and its title. */
const VIEWS: {
  [Kind in DeskPage["kind"]]: [ComponentType<View<Kind>>, title: string];
} = {
  "sign-in": [SignIn, words.signIn.titles.ask],
  messages: [MessageList, words.messages],
  message: [MessageView, words.messages],
  gifts: [GiftList, words.gifts],
  gift: [GiftView, words.gifts],
  "news-list": [NewsList, words.news],
  news: [NewsView, words.news],
  events: [EventList, words.events],
  event: [EventView, words.events],
};

/** Every page of the desk: the server says which one, and what is on it. */
export const page = definePage({
  Page: function StaffPage() {
    const { page } = useDesk();
    const View = VIEWS[page.kind][0] as ComponentType<{ page: DeskPage }>;
    return <View page={page} />;
  },
  head: ({ path, desk }) => ({
    title: VIEWS[desk?.page.kind ?? "sign-in"][1],
    description: words.description,
    canonicalPath: path,
    noindex: true,
  }),
  status: ({ desk }) => desk?.status ?? 404,
});
