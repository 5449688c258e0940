/** Returns the controls for text, choices and check boxes. Each has a name and a value. */
export const controlsOf = (part: ParentNode): HTMLInputElement[] => [
  ...part.querySelectorAll<HTMLInputElement>("input, select, textarea"),
];

/** Copies typed values into the fields that replaced the old ones. Each new field gets an `input` event, as if somebody had typed in it. */
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
