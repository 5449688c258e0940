/**
 * Whether a URL is `/bff` or below it. Also in capitals or with repeated slashes, where no route is: a program
 * that asks there is told so by a problem, not by a page.
 */
export const isBffUrl = (url: string): boolean => /^\/+bff(?:[/?#]|$)/i.test(url);
