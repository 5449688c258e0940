import type { ReactNode } from "react";
import { problems } from "../../../content/words/en/desk.json";
import * as words from "../../../content/words/en/desk-website.json";
import type {
  SiteChange,
  SiteDocument,
  SiteQuestion,
} from "../../../shared/contract/desk-website.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { siteHref } from "../../format/hrefs.ts";
import {
  DeskFrame,
  FormField,
  moment,
  Panel,
  TouchLink,
  useDesk,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { FreshSignIn } from "./fresh-sign-in.tsx";
import { fieldId, SiteFields } from "./site-fields.tsx";
import styles from "./website.module.css";
import { nameOfDocument } from "./website-list.tsx";

const pathOf = ({ id }: SiteDocument) => `/staff/website/${id}`;

interface FormProps {
  document: SiteDocument;
  /** False for a form of one button, which posts nothing that was typed. */
  isWhole?: boolean;
  children: ReactNode;
}

/** Renders a form of the document. The texts go with it, so that whatever button is pressed, nothing that was typed is lost. */
const DocumentForm = ({ document, isWhole = true, children }: FormProps) => (
  <form
    className="stack loose"
    method="post"
    action={siteHref(pathOf(document))}
    encType={isWhole ? "multipart/form-data" : undefined}
    noValidate
  >
    <input type="hidden" name="version" value={document.version} />
    <input type="hidden" name="section" value={document.section} />
    {document.texts === null && (
      <>
        <input type="hidden" name="form" value="fields" />
        <input type="hidden" name="base" value={document.base} />
      </>
    )}
    {children}
  </form>
);

const Action = ({
  value,
  text,
  isMain = false,
}: {
  value: string;
  text: string;
  isMain?: boolean;
}) => (
  <Button type="submit" name="action" value={value} variant={isMain ? "main" : "plain"}>
    {text}
  </Button>
);

const PARTS = { facts: "", en: words.en, sw: words.sw } as const;

/** Renders what changes, field by field. */
const Changes = ({ changes }: { changes: readonly SiteChange[] }) =>
  changes.length === 0 ? (
    <p>{words.noChange}</p>
  ) : (
    <ul role="list" className="stack">
      {changes.map(({ label, part, before, after }) => (
        <li key={`${label} ${part}`} className={styles.change}>
          <p className="semibold">{PARTS[part] ? `${label} (${PARTS[part]})` : label}</p>
          <p className={styles.text}>
            <span className="muted small">{words.before}</span> <del>{before || words.nothing}</del>
          </p>
          <p className={styles.text}>
            <span className="muted small">{words.after}</span> <ins>{after || words.nothing}</ins>
          </p>
        </li>
      ))}
    </ul>
  );

type Question<Kind extends SiteQuestion["kind"]> = {
  document: SiteDocument;
  question: Extract<SiteQuestion, { kind: Kind }>;
};

const Whole = ({ document: { texts } }: { document: SiteDocument }) =>
  texts !== null &&
  (["facts", "en", "sw"] as const).map(
    (part) =>
      texts[part] !== null && (
        <textarea key={part} name={part} defaultValue={texts[part] ?? ""} hidden readOnly />
      ),
  );

/** Asks before publishing, with everything that will change. */
const PublishQuestion = ({ document, question }: Question<"publish">) => (
  <Panel id="question" title={words.willChange}>
    <Changes changes={question.changes} />
    {question.isGuarded && <Banner kind="info">{words.guarded}</Banner>}
    {document.freshSignIn !== null && <FreshSignIn step={document.freshSignIn} />}
    <DocumentForm document={document}>
      <Whole document={document} />
      <div className="cluster">
        <Action value="publish" text={words.publish} isMain />
        <Action value="edit" text={words.edit} />
      </div>
      <FormField
        name="publishAt"
        type="datetime-local"
        label={words.planAt}
        hint={words.planHint}
        given={{ fields: { publishAt: document.publishAt }, errors: {} }}
      />
      <div className="cluster">
        <Action value="plan" text={words.plan} />
      </div>
    </DocumentForm>
  </Panel>
);

const RemoveQuestion = ({ document, question: { links, address, to } }: Question<"remove">) => (
  <Panel id="question" title={fill(words.removeTitle, { address })}>
    {links.length === 0 ? (
      <p>{words.removeNoLinks}</p>
    ) : (
      <>
        <p>{words.removeLinks}</p>
        <ul className="bullets">
          {links.map(({ name, label }) => (
            <li key={`${name} ${label}`}>{`${nameOfDocument(name)}: ${label}`}</li>
          ))}
        </ul>
      </>
    )}
    <TouchLink to={pathOf(document)}>{words.no}</TouchLink>
    <DocumentForm document={document} isWhole={false}>
      <FormField name="to" label={words.removeTo} given={{ fields: { to }, errors: {} }} />
      <div className="cluster">
        <Action value="remove" text={words.remove} />
      </div>
    </DocumentForm>
  </Panel>
);

const MoveQuestion = ({ document, question: { address, to } }: Question<"move">) => (
  <Panel id="question" title={fill(words.moveTitle, { address })}>
    <DocumentForm document={document} isWhole={false}>
      <FormField
        name="slug"
        label={words.moveTo}
        hint={words.moveHint}
        given={{ fields: { slug: to }, errors: {} }}
      />
      <div className="cluster">
        <Action value="move" text={words.move} />
        <Action value="edit" text={words.edit} />
      </div>
    </DocumentForm>
  </Panel>
);

function QuestionPanel({ document }: { document: SiteDocument }) {
  const { question } = document;
  if (question === null) return null;
  if (question.kind === "publish")
    return <PublishQuestion document={document} question={question} />;
  if (question.kind === "remove") return <RemoveQuestion document={document} question={question} />;
  return <MoveQuestion document={document} question={question} />;
}

const SENTENCES: Readonly<Record<string, string>> = {
  "too-long": words.tooLong,
  taken: words.taken,
  slug: words.slug,
};

/** Names every mistake, each with a link to its field. */
const Faults = ({ document: { errors, faults } }: { document: SiteDocument }) =>
  errors.length + faults.length > 0 && (
    <Banner kind="bad" role="alert">
      <h2 className="large">{words.errorsTitle}</h2>
      <ul className="bullets">
        {faults.map(({ path, part, label, text }) => (
          <li key={`${path} ${part} ${text}`}>
            <a href={`#${fieldId(part, path)}`}>{label}</a>
            {`: ${wordOf(words.pictureErrors, text)}`}
          </li>
        ))}
        {errors.map((error) => (
          <li key={error}>{SENTENCES[error] ?? error}</li>
        ))}
      </ul>
    </Banner>
  );

/** Says why nothing was saved, and what a colleague has changed meanwhile. */
function Troubles({ document }: { document: SiteDocument }) {
  const { obstacle, stale, isFileNewer, state } = document;
  return (
    <>
      {obstacle !== null && (
        <Banner kind="bad" role="alert">
          <p>{problems[obstacle]}</p>
          {obstacle === "session" && (
            <TouchLink to="/staff" target="_blank">
              {words.signInAgain}
            </TouchLink>
          )}
        </Banner>
      )}
      {stale !== null && (
        <Banner kind="bad" role="alert">
          <p>{fill(words.stale, { by: stale.by, at: moment(stale.at) })}</p>
          <details>
            <summary className="touch">{fill(words.staleChanges, { by: stale.by })}</summary>
            <Changes changes={stale.changes} />
          </details>
          <TouchLink to={pathOf(document)} target="_blank">
            {words.seeAsItIs}
          </TouchLink>
        </Banner>
      )}
      {document.publishAtError && (
        <Banner kind="bad" role="alert">
          {words.planError}
        </Banner>
      )}
      {isFileNewer && <Banner kind="info">{words.fileNewer}</Banner>}
      {state === "removed" && <Banner kind="info">{words.removed}</Banner>}
      <Faults document={document} />
    </>
  );
}

const FormButtons = () => (
  <div className={`${styles.bar} cluster screen`}>
    <Action value="save" text={words.save} isMain />
    <Action value="preview" text={words.look} />
    <Action value="review" text={words.review} />
  </div>
);

/** Renders the texts of a document as its files have them. */
const WholeTexts = ({ document: { texts } }: { document: SiteDocument }) =>
  Object.entries(texts ?? {}).map(
    ([part, text]) =>
      text !== null && (
        <FormField
          key={part}
          name={part}
          label={part === "facts" ? words.facts : part === "en" ? words.en : words.sw}
          rows={16}
          spellCheck={part !== "facts"}
          given={{ fields: { [part]: text }, errors: {} }}
        />
      ),
  );

/** Renders the figures that can be written into texts, with the mark that stands for each. */
const Figures = ({ figures }: Pick<SiteDocument, "figures">) => (
  <details>
    <summary className="touch">{words.figures}</summary>
    <p className="muted small">{words.figuresAbout}</p>
    <dl className={styles.figures}>
      {figures.map(({ key, value, label }) => (
        <div key={key}>
          <dt>
            <code>{`{{claim:${key}}}`}</code>
          </dt>
          <dd>{`${value} – ${label}`}</dd>
        </div>
      ))}
    </dl>
  </details>
);

const OUT = new Set(["published", "file", "removed"]);

/** Renders the button that takes back what was just published. */
function UndoPublish({ document }: { document: SiteDocument }) {
  const { notice } = useDesk();
  if (notice !== "website-publish" && notice !== "website-restore") return null;
  const before = document.versions.slice(1).find(({ state }) => OUT.has(state));
  return (
    <DocumentForm document={document} isWhole={false}>
      <input type="hidden" name="restore" value={before?.version ?? ""} />
      <div className="cluster">
        <Action value={before === undefined ? "discard" : "restore"} text={words.undo} />
      </div>
    </DocumentForm>
  );
}

function Versions({ document }: { document: SiteDocument }) {
  const { versions, state } = document;
  if (versions.length === 0) return null;
  return (
    <Panel id="versions" title={words.versions}>
      <ul role="list" className="stack">
        {versions.map(({ version, state: then, at, by, publishAt }, index) => (
          <li key={version} className="cluster spread">
            <span>
              {fill(words.versionAt, { at: moment(at), by, state: words.states[then] })}
              {publishAt !== null && ` ${fill(words.plannedFor, { at: moment(publishAt) })}`}
            </span>
            {index > 0 && then !== "removed" && (
              <DocumentForm document={document} isWhole={false}>
                <input type="hidden" name="restore" value={version} />
                <Button
                  type="submit"
                  name="action"
                  value="restore"
                  aria-label={fill(words.restoreOf, { at: moment(at) })}
                >
                  {words.restore}
                </Button>
              </DocumentForm>
            )}
          </li>
        ))}
      </ul>
      {state !== "file" && (
        <DocumentForm document={document} isWhole={false}>
          <div className="cluster">
            <Action value="discard" text={words.discard} />
          </div>
        </DocumentForm>
      )}
    </Panel>
  );
}

/** Renders what is rarely needed: the address, earlier versions, and the texts as files have them. */
const More = ({ document }: { document: SiteDocument }) => (
  <>
    <Versions document={document} />
    <details>
      <summary className="touch">{words.more}</summary>
      <div className="stack">
        {document.address !== null && (
          <DocumentForm document={document} isWhole={false}>
            <div className="cluster">
              <Action value="ask-move" text={words.askMove} />
              <Action value="ask-remove" text={words.askRemove} />
            </div>
          </DocumentForm>
        )}
        <TouchLink to={`${pathOf(document)}?whole`}>{words.whole}</TouchLink>
      </div>
    </details>
  </>
);

/** Renders one document: its facts and its words in both languages, to save, to look at and to publish. */
export function WebsiteDocument({ page: { document } }: View<"document">) {
  const { name, section, title, fields, pages, question } = document;
  const [page = "/"] = pages;
  const isAsking = question !== null;
  return (
    <DeskFrame
      title={nameOfDocument(section === "" ? name : `${name}#${section}`, title)}
      section="website"
    >
      <p className="links screen">
        <Link to="/staff/website">{words.back}</Link>
        <a href={siteHref(page)}>{page}</a>
      </p>
      <UndoPublish document={document} />
      <Troubles document={document} />
      <QuestionPanel document={document} />
      {!isAsking && (
        <DocumentForm document={document}>
          <FormButtons />
          {fields === null ? <WholeTexts document={document} /> : <SiteFields nodes={fields} />}
          <p className="muted small">{words.inEnglishOnly}</p>
          <Figures figures={document.figures} />
          <FormButtons />
        </DocumentForm>
      )}
      {!isAsking && <More document={document} />}
    </DeskFrame>
  );
}
