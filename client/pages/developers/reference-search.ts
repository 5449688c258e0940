/** The search, in the reference. */
export const searchReference = {
  id: "searching",
  title: "Search",
  text: "Pages, projects, stories, announcements, answers, downloads, news and events.",
  operations: [
    {
      id: "search",
      method: "GET",
      path: "/bff/search",
      summary: "Search the site",
      text: "Words in titles count most. Results come with the places where the words stand, numbers by kind, and another spelling when nothing is found.",
      parameters: [
        {
          name: "q",
          text: "What you look for, 200 characters at most. Nothing in it is an operator.",
        },
        { name: "like", text: "In place of q: the path of a page, for more on its subject." },
        {
          name: "kind",
          text: "page, project, story, announcement, question, download, news or event.",
        },
        { name: "limit", text: "Results per page, 1 to 100; 20 by default." },
        { name: "page", text: "Which page, from 1." },
        {
          name: "lang",
          text: "en or sw, for pages that exist in both languages; en by default.",
        },
      ],
      curl: ["'{origin}/bff/search?q=clean%20water'"],
    },
  ],
} as const;
