/** What `{"claim": "wells"}` becomes. */
export interface ResolvedClaim {
  claim: string;
  amount: number;
  /** The label of the entry. */
  text: string;
  /** What is said where the figure stands while another page has another one. */
  conflict?: string | undefined;
}

/** A content file as its TypeScript type has it, with the entries in place of their keys. */
export type Resolved<T> = T extends readonly (infer Item)[]
  ? readonly Resolved<Item>[]
  : T extends { claim: string }
    ? Exclude<keyof T, "claim"> extends never
      ? ResolvedClaim
      : { [Name in keyof T]: Resolved<T[Name]> }
    : T extends object
      ? { [Name in keyof T]: Resolved<T[Name]> }
      : T;
