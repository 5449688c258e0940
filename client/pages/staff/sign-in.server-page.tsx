import * as words from "../../../content/words/en/desk.json";
import { Button } from "../../components/feedback/buttons.tsx";
import form from "../../components/forms/form.module.css";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { DeskFrame, deskPage } from "./desk-page.tsx";

const { signIn } = words;

/** The address to which a link is sent. */
const Ask = () => (
  <form className="measure stack" method="post" action={siteHref("/staff")}>
    <p>{signIn.ask}</p>
    <div className={form.field}>
      <label htmlFor="email">{signIn.email}</label>
      <input
        className={form.control}
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        required
      />
    </div>
    <p>
      <Button type="submit" variant="main">
        {signIn.send}
      </Button>
    </p>
  </form>
);

/** Signs in by a button: a mail scanner that follows the link does not use it up. */
const Confirm = ({ link }: { link: string }) => (
  <form className="measure stack" method="post" action={siteHref("/staff")}>
    <p>{signIn.confirmText}</p>
    <input type="hidden" name="link" value={link} />
    <p>
      <Button type="submit" variant="main">
        {signIn.button}
      </Button>
    </p>
  </form>
);

const TITLES = {
  ask: signIn.title,
  sent: signIn.sent,
  confirm: signIn.confirm,
  expired: signIn.expired,
};

export const page = deskPage("sign-in", signIn.title, ({ page: { step, link, hasMail } }) => (
  <DeskFrame title={TITLES[step]}>
    {step === "ask" && (hasMail ? <Ask /> : <p className="measure">{signIn.noMail}</p>)}
    {step === "sent" && <p className="measure">{signIn.sentText}</p>}
    {step === "confirm" && <Confirm link={link} />}
    {step === "expired" && (
      <>
        <p className="measure">{signIn.expiredText}</p>
        <p>
          <Link className="touch" to="/staff">
            {signIn.again}
          </Link>
        </p>
      </>
    )}
  </DeskFrame>
));
