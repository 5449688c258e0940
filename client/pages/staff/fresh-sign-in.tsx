import { fresh } from "../../../content/words/en/desk-people.json";
import type { DeskFreshSignIn } from "../../../shared/contract/desk-people.ts";
import { fill } from "../../../shared/fill.ts";
import { Banner } from "../../components/sections/banner.tsx";
import { useDesk } from "./desk-page.tsx";

/** Says that an act needs a new sign-in, above the form that was not accepted. `requireFreshSignIn` gives the step. */
export const FreshSignIn = ({ step }: { step: DeskFreshSignIn }) => (
  <Banner kind="bad" role="alert">
    <h2 className="large">{fresh.title}</h2>
    <p>{fill(fresh[step], { email: useDesk().staff ?? "" })}</p>
  </Banner>
);
