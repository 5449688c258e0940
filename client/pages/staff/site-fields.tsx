import * as words from "../../../content/words/en/desk-website.json";
import type {
  SiteGroup,
  SiteList,
  SiteNode,
  SitePart,
  SiteRemark,
  SiteValue,
} from "../../../shared/contract/desk-website.ts";
import { fill } from "../../../shared/fill.ts";
import { describedBy, FieldFrame } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { Button } from "../../components/links/button.tsx";
import { wordOf } from "./desk-page.tsx";
import styles from "./website.module.css";

/** Returns the id of the control of a part of a field, to which the list of mistakes links. */
export const fieldId = (part: SitePart, path: string) => `field-${part}-${path}`;

const LANGUAGES = { en: words.en, sw: words.sw } as const;

const errorIn = (remarks: readonly SiteRemark[], part: SitePart): string | null => {
  const texts = remarks.filter((one) => one.part === part && one.kind === "error");
  return texts.length === 0
    ? null
    : texts.map(({ text }) => wordOf(words.pictureErrors, text)).join(" ");
};

const Advice = ({ remarks, part }: { remarks: readonly SiteRemark[]; part: SitePart }) =>
  remarks
    .filter((one) => one.part === part && one.kind === "advice")
    .map(({ text }) => (
      <p key={text} className={`${styles.advice} small`}>
        {text}
      </p>
    ));

interface ControlProps {
  field: SiteValue;
  part: SitePart;
  id: string;
  error: string | null;
}

const TYPES = { number: "number", date: "date", moment: "datetime-local" } as const;

/** The number of characters that a line of a text holds on a phone. */
const LINE = 40;

function Control({ field, part, id, error }: ControlProps) {
  const { control, path, choices, example, help } = field;
  const value = field.values[part] ?? "";
  const common = {
    id,
    name: `${part}:${path}`,
    className: form.control,
    lang: part === "facts" ? undefined : part,
    "aria-invalid": error !== null || undefined,
    "aria-describedby": describedBy(id, help !== "", error),
  } as const;
  if (control === "choice")
    return (
      <select {...common} defaultValue={value}>
        {!choices.some((choice) => choice.value === value) && (
          <option value="">{words.chooseOne}</option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  if (control === "markdown")
    return <textarea {...common} rows={14} data-markdown="" defaultValue={value} />;
  if (control === "long")
    return (
      <textarea
        {...common}
        rows={Math.min(12, Math.max(2, Math.ceil(value.length / LINE)))}
        defaultValue={value}
      />
    );
  const type = control in TYPES ? TYPES[control as keyof typeof TYPES] : "text";
  return (
    <input
      {...common}
      type={type}
      placeholder={example || undefined}
      autoComplete="off"
      defaultValue={value}
    />
  );
}

function PictureField({ field }: { field: SiteValue }) {
  const { path, label, help, remarks, picture, values } = field;
  const id = fieldId("facts", path);
  const error = errorIn(remarks, "facts");
  return (
    <div className={styles.picture}>
      {picture !== null && (
        <img src={picture} alt={words.pictureNow} width={160} height={120} loading="lazy" />
      )}
      <input type="hidden" name={`facts:${path}`} value={values.facts ?? ""} />
      <FieldFrame id={id} words={{ label, hint: help || undefined }} isRequired error={error}>
        <input
          id={id}
          type="file"
          name={`file:${path}`}
          className={form.control}
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={describedBy(id, help !== "", error)}
        />
      </FieldFrame>
    </div>
  );
}

/** Renders a field: one control for a fact, two beside each other for words in English and Kiswahili. */
function ValueField({ field }: { field: SiteValue }) {
  const { path, label, help, isRequired, remarks, values } = field;
  if (field.control === "picture") return <PictureField field={field} />;
  const parts = (["facts", "en", "sw"] as const).filter((part) => values[part] !== undefined);
  return (
    <div className={parts.length > 1 ? styles.pair : undefined}>
      {parts.map((part) => {
        const id = fieldId(part, path);
        const error = errorIn(remarks, part);
        const name = part === "facts" ? label : `${label} (${LANGUAGES[part]})`;
        return (
          <div key={part} className={styles.part}>
            <FieldFrame
              id={id}
              words={{ label: name, hint: help || undefined }}
              isRequired={isRequired || part === "sw"}
              error={error}
            >
              <Control field={field} part={part} id={id} error={error} />
            </FieldFrame>
            <Advice remarks={remarks} part={part} />
          </div>
        );
      })}
    </div>
  );
}

const DoButton = ({ value, label, text }: { value: string; label: string; text: string }) => (
  <Button type="submit" name="do" value={value} aria-label={label} className={styles.small ?? ""}>
    {text}
  </Button>
);

const Placeholder = ({ path }: { path: string }) => (
  <p className={`${styles.mark} small`}>
    <span>{words.placeholder}</span>{" "}
    <button type="submit" name="do" value={`real:${path}`} className={styles.plain}>
      {words.real}
    </button>
  </p>
);

function Group({ group, level }: { group: SiteGroup; level: number }) {
  const { path, label, help, fields, isPlaceholder, isOptional } = group;
  return (
    <fieldset className={`${styles.group} stack`} id={`at-${path}`}>
      <legend className={level === 0 ? "large semibold" : "semibold"}>{label}</legend>
      {help !== "" && <p className="muted small">{help}</p>}
      {isPlaceholder && <Placeholder path={path} />}
      <SiteFields nodes={fields} level={level + 1} />
      {isOptional && (
        <div className="cluster">
          {fields.length === 0 ? (
            <DoButton
              value={`add:${path}`}
              label={fill(words.addItem, { label })}
              text={fill(words.addItem, { label })}
            />
          ) : (
            <DoButton
              value={`remove:${path}`}
              label={fill(words.removeItem, { label })}
              text={fill(words.removeItem, { label })}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}

function ItemButtons({ list, at }: { list: SiteList; at: number }) {
  const { items, canRemove, canMove } = list;
  const { path, title } = items[at] ?? { path: "", title: "" };
  const label = title || fill(words.itemOf, { label: list.label, number: at + 1 });
  return (
    <div className={styles.buttons}>
      {canMove && at > 0 && (
        <DoButton value={`up:${path}`} label={fill(words.upItem, { label })} text="↑" />
      )}
      {canMove && at < items.length - 1 && (
        <DoButton value={`down:${path}`} label={fill(words.downItem, { label })} text="↓" />
      )}
      {canRemove && (
        <DoButton value={`remove:${path}`} label={fill(words.removeItem, { label })} text="✕" />
      )}
    </div>
  );
}

const hasError = (nodes: readonly SiteNode[]): boolean =>
  nodes.some((node) => {
    if (node.kind === "group") return hasError(node.fields);
    const isWrong = node.remarks.some(({ kind }) => kind === "error");
    return isWrong || (node.kind === "list" && node.items.some(({ fields }) => hasError(fields)));
  });

/** Renders a list. Its buttons post the form, which comes back with everything that was typed. */
function List({ list, level }: { list: SiteList; level: number }) {
  const { path, label, help, items, canAdd, isNamed, remarks } = list;
  const isFolded = items.some(({ fields }) => fields.length > 1) && items.length > 2;
  return (
    <fieldset className={`${styles.group} stack`} id={`at-${path}`}>
      <legend className={level === 0 ? "large semibold" : "semibold"}>{label}</legend>
      {help !== "" && <p className="muted small">{help}</p>}
      {remarks.map(({ text }) => (
        <p key={text} className={form.error}>
          {text}
        </p>
      ))}
      {items.map((item, at) => {
        const [only] = item.fields;
        const title = item.title || fill(words.itemOf, { label, number: at + 1 });
        if (item.fields.length === 1 && only?.kind === "value")
          return (
            <div key={item.path} className={styles.line} id={`at-${item.path}`}>
              <ValueField field={only} />
              <ItemButtons list={list} at={at} />
            </div>
          );
        const inner = (
          <>
            {item.isPlaceholder && <Placeholder path={item.path} />}
            <SiteFields nodes={item.fields} level={level + 1} />
            <ItemButtons list={list} at={at} />
          </>
        );
        return isFolded ? (
          <details
            key={item.path}
            className={`${styles.item} stack`}
            id={`at-${item.path}`}
            open={hasError(item.fields) || item.title === ""}
          >
            <summary className="touch">{title}</summary>
            {inner}
          </details>
        ) : (
          <fieldset key={item.path} className={`${styles.item} stack`} id={`at-${item.path}`}>
            <legend className="semibold">{title}</legend>
            {inner}
          </fieldset>
        );
      })}
      {canAdd && (
        <div className="cluster">
          {isNamed && (
            <label className="stack tight">
              <span>{words.keyOf}</span>
              <input name={`key:${path}`} className={form.control} autoComplete="off" />
            </label>
          )}
          <DoButton
            value={`add:${path}`}
            label={fill(words.addItem, { label })}
            text={fill(words.addItem, { label })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Renders the fields of a document. */
export const SiteFields = ({ nodes, level = 0 }: { nodes: readonly SiteNode[]; level?: number }) =>
  nodes.map((node) => {
    if (node.kind === "value") return <ValueField key={node.path} field={node} />;
    if (node.kind === "list") return <List key={node.path} list={node} level={level} />;
    return <Group key={node.path} group={node} level={level} />;
  });
