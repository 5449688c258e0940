/** Spec section 9; the browser's frame around the page. */
export const themeColor = "#087FAE";
