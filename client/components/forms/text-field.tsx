import { type FormEvent, useEffect, useRef, useState } from "react";
import * as formWords from "../../../content/words/en/forms.json";
import { inputModes } from "../../../shared/forms/field.ts";
import { counted } from "../../format/counted.ts";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";
import styles from "./form.module.css";
import { describedBy, useField } from "./form-context.ts";

/** From this share of the limit on, the remaining characters are shown. */
const NEAR = 0.9;

function roomLeft(used: number, limit: number): string {
  const left = limit - used;
  return counted(left < 0 ? formWords.tooMany : formWords.left, Math.abs(left));
}

/**
 * A text field. Unlike `maxlength`, it never truncates pasted text: near its limit it counts, and
 * beyond it shows the excess.
 */
export function TextField({ name, words }: { name: string; words: FieldWords }) {
  const { field, id, error, value } = useField(name);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [used, setUsed] = useState(0);
  const isNear = used >= field.maxLength * NEAR;
  const count = (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    setUsed(event.currentTarget.value.length);

  // The browser may have filled the field before hydration.
  useEffect(() => setUsed(control.current?.value.length ?? 0), []);

  const common = {
    ref: control,
    id,
    name,
    className: styles.control,
    required: field.isRequired,
    autoComplete: field.autoComplete ?? "off",
    defaultValue: typeof value === "string" ? value : "",
    placeholder: words.example,
    onInput: count,
    "aria-invalid": error !== null || undefined,
    "aria-describedby": describedBy(id, words.hint !== undefined, error),
  };
  const { kind } = field;
  const type = kind === "email" || kind === "tel" || kind === "url" ? kind : "text";
  return (
    <FieldFrame id={id} words={words} isRequired={field.isRequired} error={error}>
      {kind === "long" ? (
        <textarea {...common} rows={8} inputMode={inputModes.long} />
      ) : (
        <input
          {...common}
          type={type}
          inputMode={type}
          spellCheck={type === "email" || type === "url" ? false : undefined}
        />
      )}
      <p
        className={`${styles.count} muted small`}
        data-over={used > field.maxLength || undefined}
        role="status"
      >
        {isNear && roomLeft(used, field.maxLength)}
      </p>
    </FieldFrame>
  );
}
