import { ending } from "../../../content/words/en/projects.json";

/** The call to action below a list of projects. */
export const PROJECTS_CALL_TO_ACTION = {
  title: ending.title,
  text: ending.text,
  actions: [
    { text: ending.donate, link: "/donate" },
    { text: ending.getInvolved, link: "/get-involved" },
  ],
} as const;
