// The page of the parts, which `npm run dev` serves at `/parts` (server/build/parts-page-plugin.ts). No build contains this file.
import { createRoot } from "react-dom/client";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/later.css";
import { createBrowserStore } from "./data/browser-queries.ts";
import { RequestContext } from "./data/request-context.ts";
import { Column } from "./parts/column.tsx";
import { Columns } from "./parts/columns.tsx";

const request = {
  store: createBrowserStore(),
  frame: {
    name: "The foundation",
    header: [],
    phones: [],
    email: "office@example.org",
    // Vite serves the files of the repository.
    imagesBase: "/content/images",
  },
  origin: window.location.origin,
  form: null,
  takesPayments: false,
};

const root = document.getElementById("root");
const isColumn = window.location.search === "?column";
if (root)
  createRoot(root).render(
    <RequestContext value={request}>{isColumn ? <Column /> : <Columns />}</RequestContext>,
  );
