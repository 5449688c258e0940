/** The direction that a language, as a tag of BCP 47, is written in. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  /^(?:ar|ckb|dv|fa|he|ps|sd|syr|ug|ur|yi)\b|-(?:Arab|Hebr)\b/.test(language) ? "rtl" : "ltr";
