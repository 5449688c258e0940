import { Accounts } from "../../../server/store/accounts.ts";
import type { TestSite } from "./site.ts";

/** Signs in a new member of staff at a site that has no such account yet, and returns the session's cookie. */
export async function staffSession({ app, url }: TestSite): Promise<string> {
  const accounts = new Accounts(app.store, app.clock);
  await accounts.add("asha@example.org");
  const link = (await accounts.createLink("asha@example.org")) ?? "";
  const response = await fetch(`${url}/staff`, {
    method: "POST",
    body: new URLSearchParams({ link }),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
