/** Fields for text, choices, and what is ticked: each has a name and a value. */
export const controlsOf = (part: ParentNode): HTMLInputElement[] => [
  ...part.querySelectorAll<HTMLInputElement>("input, select, textarea"),
];

/** Into the fields that have taken the places of others. Each gets an `input` event, as if it had been typed. */
export function copyTyped(
  from: readonly HTMLInputElement[],
  to: readonly HTMLInputElement[],
): void {
  from.forEach((old, index) => {
    const control = to[index];
    if (control?.name !== old.name) return;
    const { value, checked } = old;
    Object.assign(control, { value, checked });
    control.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
