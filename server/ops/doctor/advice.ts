/** Whose error it is, and the setting that says where that is. */
export interface Place {
  name: string;
  setting: string;
}

type Advice = (place: Place) => string;

/** What to do about the errors that systems, TLS, SMTP, SQLite and PostgreSQL name by a code. */
const ADVICE: readonly [codes: RegExp, advice: Advice][] = [
  [
    /ECONNREFUSED/,
    ({ name, setting }) =>
      `nothing listens there: start ${name}, or correct the port in ${setting}`,
  ],
  [
    /ENOTFOUND|EAI_|EDNS/,
    ({ setting }) =>
      `the host name is not known: correct it in ${setting}, or see why this machine resolves no names (resolvectl status)`,
  ],
  [
    /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|timeout exceeded/,
    ({ name, setting }) =>
      `no route or no answer: see the network and the firewalls between here and ${name}, and the host in ${setting}`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|self-signed certificate|ERR_TLS_/,
    ({ name, setting }) =>
      `renew or correct the certificate of ${name}, or use its right host name in ${setting}`,
  ],
  [
    /EPROTO|ERR_SSL_|wrong version number|ETLS/,
    ({ setting }) =>
      `one side speaks TLS and the other does not: correct the scheme or the port in ${setting}`,
  ],
  [/28P01|28000|EAUTH/, ({ setting }) => `correct user and password in ${setting}`],
  [/3D000/, ({ setting }) => `create the database, or correct its name in ${setting}`],
  [/42501/, () => "give the account the right to create tables in its database"],
  [
    /EACCES|EPERM|ERR_ACCESS_DENIED/,
    ({ setting }) =>
      `give the folder and what is in it to the account of the site (chown -R), or correct ${setting}`,
  ],
  [
    /EROFS|readonly database/,
    ({ setting }) =>
      `its disk is read-only: see why (dmesg), mount it writable again, or correct ${setting}`,
  ],
  [
    /ENOSPC|EDQUOT|is full/,
    () =>
      "free some space on its disk: until then forms are refused; do not empty DATA_DIR, it holds messages",
  ],
  [/ENOENT|ENOTDIR|EEXIST/, ({ setting }) => `correct ${setting}: a part of its path is no folder`],
  [/EIO/, () => "the disk has errors: see dmesg, and restore the last backup to another one"],
  [/locked/, () => "another program has the file open: end it (fuser names it)"],
  [
    /not a database|malformed/,
    () => "save a copy of the file, then restore the last backup (docs/operations.md)",
  ],
];

/** What to do about an error, by the code in its text; undefined for one that says nothing by itself. */
export const adviceOf = (error: string, place: Place): string | undefined =>
  ADVICE.find(([codes]) => codes.test(error))?.[1](place);
