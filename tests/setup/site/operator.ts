/** The token that opens the metrics and `/bff/sources` of a test site. */
export const METRICS_TOKEN = "the-operator-of-this-test-site";

/** The headers by which a program of the operator reads them. */
export const OPERATOR = { authorization: `Bearer ${METRICS_TOKEN}` };
