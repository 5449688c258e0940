import { projectListPage } from "./project-list-page.tsx";

export const page = projectListPage("current");
