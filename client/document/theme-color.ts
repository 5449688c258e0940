/** Spec section 9: the colour of the browser's interface. */
export const themeColor = "#087FAE";
