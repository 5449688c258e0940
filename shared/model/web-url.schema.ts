import { z } from "zod";

/** An absolute http(s) URL. */
export const webUrl = z.url({ protocol: /^https?$/ });
