import t from "tap";
import { usedRules } from "../../../../server/ssr/used-rules.ts";

const classes = new Set(["a", "b", "a:b"]);

t.test("a rule stays when an element of the page can match it", (t) => {
  const stays = [
    ".a{color:red}",
    ".a .b>p:hover{color:red}",
    "p,*,:root{--x:1}",
    ".a\\:b{color:red}",
    ".a:not(.absent,.b .absent) p{color:red}",
    ":is(.absent,h1):where(.absent) a{color:red}",
    '[href$=".absent"],[title="a ] .absent, b"]{color:red}',
    "@media (min-width:40em){.a{color:red}@supports (gap:1px){p{gap:1px}}}",
    "@keyframes absent{0%{opacity:0}to{opacity:1}}",
    '@font-face{font-family:"x";src:url(data:font/woff2;base64,AA==)}',
    "@layer base,page;@layer page{.b{color:red}}",
    '.a:before{content:"}{;.absent"}',
    '.a{background:url("data:image/svg+xml,%3Csvg{}%3E")}',
    '.b:after{content:"\\"}"}',
    ".a{width:.5em}",
  ];
  for (const css of stays) t.equal(usedRules(css, classes), css);
  t.equal(usedRules(stays.join(""), classes), stays.join(""));
  t.end();
});

t.test("a rule that can match nothing goes, alone", (t) => {
  const table: Record<string, string> = {
    ".absent{color:red}.a{top:0}": ".a{top:0}",
    ".a.absent,.b,.absent p,.a>.absent:not(.b){top:0}": ".b{top:0}",
    "@media print{.absent{color:red}}.b{top:0}": ".b{top:0}",
    "@media print{@supports (gap:1px){.absent{gap:1px}}p{top:0}}": "@media print{p{top:0}}",
    '.absent{content:"}.a{top:0}"}p{top:0}': "p{top:0}",
    ".absent:is(h1,h2),p:is(h1,.absent){top:0}": "p:is(h1,.absent){top:0}",
    "": "",
  };
  for (const [css, used] of Object.entries(table)) t.equal(usedRules(css, classes), used, css);
  t.end();
});
