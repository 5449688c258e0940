import t from "tap";
import { forDataSaver, partOf } from "../../../../../server/build/page-styles-plugin.ts";

const OWN = "@media (prefers-reduced-data:reduce){.a{b:c}@media print{.d{e:f}}}";

for (const [given, first, saving] of [
  [".x{y:z}", ".x{y:z}", ".x{y:z}"],
  [
    `.x{y:z}${OWN}.g{h:i}${OWN}`,
    ".x{y:z}.g{h:i}",
    ".x{y:z}.a{b:c}@media print{.d{e:f}}.g{h:i}.a{b:c}@media print{.d{e:f}}",
  ],
  [`@font-face{font-family:M;src:url(/m.woff2)}.x{y:z}`, null, ".x{y:z}"],
  [
    ".x{background-image:url(/p.svg)}.y{color:red;background-image:url(/p.svg)}",
    null,
    ".y{color:red}",
  ],
  ["@media (scripting:none){.x{y:z}}", "", "@media all{.x{y:z}}"],
  ["@media (scripting:none) and (max-width:9px){.x{y:z}}", "", "@media (max-width:9px){.x{y:z}}"],
  [
    `.x{background:url("data:image/png;base64,AA==")}`,
    null,
    `.x{background:url("data:image/png;base64,AA==")}`,
  ],
] as const)
  t.test(given, async (t) => {
    t.equal(partOf(given, "first"), first ?? given);
    t.equal(forDataSaver(given), saving);
  });

t.test("a URL that would be fetched stops the build, and so does a block left open", async (t) => {
  t.throws(() => forDataSaver(".x{background:url(/p.svg)}"), /would fetch url\(\/p\.svg\)/);
  t.throws(() => partOf("@media (prefers-reduced-data:reduce){.x{y:z}", "first"), /Unclosed block/);
});

for (const [given, first, later] of [
  [".a{b:c}.a:hover{d:e}", ".a{b:c}", ".a:hover{d:e}"],
  [".a:hover,.b{c:d}", ".a:hover,.b{c:d}", ""],
  [".a:is(:hover,[b]){c:d}", ".a:is(:hover,[b]){c:d}", ""],
  [
    "@media (width:9px){.a{b:c;transition:d}}",
    "@media (width:9px){.a{b:c}}",
    "@media (width:9px){.a{transition:d}}",
  ],
  [`.a{content:"→";content:"→" / ""}`, `.a{content:"→"}`, `.a{content:"→" / ""}`],
  [
    "@media screen{.a{b:c}}@media screen and (color){.d{e:f}}",
    "@media screen and (color){.d{e:f}}",
    "@media screen{.a{b:c}}",
  ],
  [
    "@media (scripting:enabled){.a{b:c}}@media (scripting:none){.d{e:f}}",
    "",
    ".a{b:c}@media (scripting:none){.d{e:f}}",
  ],
  [
    "@media print{.a{b:c}}@supports selector(:popover-open){.d{e:f}}",
    "",
    "@media print{.a{b:c}}@supports selector(:popover-open){.d{e:f}}",
  ],
] as const)
  t.test(`in two: ${given}`, async (t) => {
    t.equal(partOf(given, "first"), first);
    t.equal(partOf(given, "later"), later);
  });
