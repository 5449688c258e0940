import type { ComponentProps, ReactNode } from "react";
import "./facts.css";

export type Fact = readonly [name: string, value: ReactNode];

interface Props {
  facts: readonly Fact[];
  className?: string | undefined;
  /** The classes of each name with its value, such as `cluster` to put them side by side. */
  row?: string;
  /** The attributes of each value, such as its language. */
  value?: ComponentProps<"dd">;
}

/** A list of names and values, without the empty values. */
export const Facts = ({ facts, className, row, value }: Props) => (
  <dl className={className ? `${className} facts` : "facts"}>
    {facts
      .filter(([, text]) => text !== "")
      .map(([name, text]) => (
        <div key={name} className={row}>
          <dt>{name}</dt>
          <dd {...value}>{text}</dd>
        </div>
      ))}
  </dl>
);
