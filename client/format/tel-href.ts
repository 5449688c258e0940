/** The link to call a number, without the spaces that people read. */
export const telHref = (number: string) => `tel:${number.replaceAll(/[^+\d]/g, "")}`;
