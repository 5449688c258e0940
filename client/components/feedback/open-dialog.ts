/** Opens a confirmation dialog. Escape leaves `returnValue` as it is, so that of the last time is cleared. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog) return;
  dialog.returnValue = "";
  dialog.showModal();
}
