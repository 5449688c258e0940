/** The call to action below a list of projects. */
export const PROJECTS_CALL_TO_ACTION = {
  title: "Help the next project start",
  text: "Every project has a budget, an end date and people who will run it afterwards. You can cover part of it.",
  actions: [
    { text: "Donate", link: "/donate" },
    { text: "Get Involved", link: "/get-involved" },
  ],
} as const;
