import {
  ChoiceField,
  ChoicesField,
  type FieldWords,
  type Option,
  TextField,
  useField,
} from "./fields.tsx";
import styles from "./form.module.css";

interface OneProps {
  name: string;
  words: FieldWords;
  options: readonly Option[];
}

function OneField({ name, words, options }: OneProps) {
  const { kind } = useField(name).field;
  if (kind === "choice") return <ChoiceField name={name} words={words} options={options} />;
  if (kind === "choices") return <ChoicesField name={name} words={words} options={options} />;
  return <TextField name={name} words={words} />;
}

interface FormFieldsProps {
  /** Names of fields; those of a row stand side by side. */
  rows: readonly (readonly string[])[];
  words: Readonly<Record<string, FieldWords>>;
  options?: Readonly<Record<string, readonly Option[]>>;
}

/** The fields of a form, each by its kind. */
export function FormFields({ rows, words, options = {} }: FormFieldsProps) {
  return rows.map((row) => (
    <div key={row[0]} className={row.length > 1 ? styles.pair : undefined}>
      {row.map((name) => (
        <OneField
          key={name}
          name={name}
          words={words[name] ?? { label: name }}
          options={options[name] ?? []}
        />
      ))}
    </div>
  ));
}
