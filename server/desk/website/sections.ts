/** A part of a document with a row of its own in the list, by the fields that it has. */
export const DOCUMENT_PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
  {
    site: {
      contact: ["contact", "offices", "officeHours", "social"],
      foundation: [
        "identity",
        "mission",
        "vision",
        "description",
        "keywords",
        "footer",
        "poweredBy",
        "settings",
      ],
      zones: ["zones"],
      values: ["coreValues", "thematicAreas"],
    },
  };

interface Section {
  id: string;
  /** The documents, or `document#part`. */
  documents: readonly string[];
  /** The folder whose entries are listed, and to which entries can be added. */
  folder?: string;
}

/** The list of what can be edited, by what it is. The names of the sections are words of the desk. */
export const SECTIONS: readonly Section[] = [
  { id: "contact", documents: ["site#contact", "contact"] },
  { id: "notice", documents: ["notice"] },
  { id: "home", documents: ["home"] },
  { id: "about", documents: ["about", "site#foundation", "site#zones", "site#values"] },
  { id: "programmes", documents: ["our-work", "our-impact"], folder: "programmes" },
  { id: "projects", documents: ["project-categories"], folder: "projects" },
  { id: "people", documents: ["leaders"] },
  { id: "partners", documents: ["partners"] },
  { id: "giving", documents: ["giving", "donate", "get-involved"] },
  { id: "figures", documents: ["claims", "where-the-money-goes"] },
  { id: "questions", documents: ["faq"] },
  { id: "voices", documents: ["testimonials"] },
  { id: "gallery", documents: ["gallery"] },
  { id: "media", documents: ["media-resources"] },
  { id: "blog", documents: ["blog-categories"], folder: "blog" },
  { id: "announcements", documents: [], folder: "announcements" },
  { id: "menus", documents: ["navigation", "endings", "list-pages", "redirects"] },
  { id: "policies", documents: [], folder: "pages" },
];

/** The folders to which the office can add entries. */
export const FOLDERS: readonly string[] = SECTIONS.flatMap(({ folder }) => folder ?? []);
