/**
 * The rule of browsers ("valid e-mail address" of the HTML standard), and a dot in the domain:
 * mail to `asha@example` reaches nobody on the internet.
 */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** The one rule for e-mail addresses, in the browser and on the server. */
export const isEmail = (text: string): boolean => EMAIL.test(text);
