/** Returns the link that opens a new mail to an address. */
export const mailto = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
