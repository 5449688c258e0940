import * as formWords from "../../../content/words/en/forms.json";
import { FieldError, FieldFrame, FieldHint, type FieldWords } from "./field-frame.tsx";
import styles from "./form.module.css";
import { describedBy, useField } from "./form-context.ts";

export interface Option {
  value: string;
  label: string;
}

interface Props {
  name: string;
  words: FieldWords;
  options: readonly Option[];
}

export function ChoiceField({ name, words, options }: Props) {
  const { field, id, error, value } = useField(name);
  return (
    <FieldFrame id={id} words={words} isRequired={field.isRequired} error={error}>
      <select
        id={id}
        name={name}
        className={styles.control}
        required={field.isRequired}
        autoComplete={field.autoComplete ?? "off"}
        defaultValue={typeof value === "string" ? value : ""}
        aria-invalid={error !== null || undefined}
        aria-describedby={describedBy(id, words.hint !== undefined, error)}
      >
        <option value="">{formWords.chooseOne}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Any number of a short list, including none. */
export function ChoicesField({ name, words, options }: Props) {
  const { id, error, value } = useField(name);
  const chosen = typeof value === "string" ? [value] : (value ?? []);
  return (
    <fieldset
      className={styles.field}
      data-invalid={error !== null || undefined}
      aria-describedby={describedBy(id, words.hint !== undefined, error)}
    >
      <legend>{words.label}</legend>
      <FieldHint id={id} hint={words.hint} />
      <FieldError id={id} error={error} />
      <div className={styles.boxes}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.box}>
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
