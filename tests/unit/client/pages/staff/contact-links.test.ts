import t from "tap";
import {
  colleagueName,
  dialledNumber,
  mailto,
  whatsAppHref,
} from "../../../../../client/pages/staff/contact-links.ts";

t.test("a phone number is dialled from every country, whatever signs were typed", async (t) => {
  for (const [typed, dialled] of [
    ["+255 754 123-456", "+255754123456"],
    ["0754 123 456", "+255754123456"],
    ["(0754) 123.456", "+255754123456"],
    ["255754123456", "+255754123456"],
    ["00255 754 123 456", "+255754123456"],
    ["+44 (0)20 7946 0000", "+442079460000"],
    ["7946 0000", null],
    ["+255.22.277 ext. 12", null],
    ["+1+1", null],
    ["javascript:alert(1)", null],
    ["", null],
  ] as const)
    t.equal(dialledNumber(typed), dialled, typed);
  t.equal(whatsAppHref("+255754123456"), "https://wa.me/255754123456");
  t.equal(mailto("a b?c=d@example.org"), "mailto:a%20b%3Fc%3Dd@example.org");
});

t.test("a colleague is called by the name in the address", async (t) => {
  t.equal(colleagueName("asha@example.org"), "Asha");
  t.equal(colleagueName("juma.hamisi@example.org"), "Juma Hamisi");
  t.equal(colleagueName("_@example.org"), "_@example.org");
});
