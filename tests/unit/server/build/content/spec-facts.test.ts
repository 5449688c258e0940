import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import * as z from "zod";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import {
  type DataFile,
  dataSchemas,
} from "../../../../../server/build/content/schemas/data/data-schemas.ts";
import { realContent } from "./content-copy.ts";

const { data, entries, validationErrors } = compileContent(realContent);

/** A data file as it is written, its figures by their keys. */
function read<Schema extends z.ZodType>(file: DataFile, schema: Schema): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(realContent, file), "utf8")));
}

/** A data file with its figures in place of their keys. */
function compiled<Schema extends z.ZodType>(file: DataFile, schema: Schema): z.infer<Schema> {
  return schema.parse(data.get(file));
}

const figure = z.object({ claim: z.string(), amount: z.number(), text: z.string() });
const site = read("site.json", dataSchemas["site.json"]);
const home = compiled("home.json", dataSchemas["home.json"]);
const donate = read("donate.json", dataSchemas["donate.json"]);
const involved = read("get-involved.json", dataSchemas["get-involved.json"]);
const navigation = read("navigation.json", dataSchemas["navigation.json"]);

t.test("the content of the site is valid", async (t) => {
  t.strictSame(validationErrors, []);
});

t.test("hero slides, in order, with their buttons", async (t) => {
  t.strictSame(
    home.heroSlides.map(({ title, primaryButton: one, secondaryButton: two }) => [
      title,
      one.text,
      one.link,
      two.text,
      two.link,
    ]),
    [
      [
        "Creating sustainable change in Tanzania",
        "Donate Now",
        "/donate",
        "Learn More",
        "/our-work",
      ],
      [
        "Empowering local communities",
        "Our Projects",
        "/projects",
        "Get Involved",
        "/get-involved",
      ],
      ["Building a sustainable future", "Our Impact", "/blog", "Support Us", "/donate"],
    ],
  );
});

t.test("figures of the home page and of Our Impact", async (t) => {
  t.strictSame(
    home.impact.stats.map(({ value, label }) => `${value} ${label}`),
    ["4 Projects Completed", "25,000+ People Impacted", "10 Regions Served"],
  );
  const { cards } = compiled("our-impact.json", dataSchemas["our-impact.json"]);
  t.strictSame(
    cards.map(({ title, figure, unit, link }) => `${title} ${figure} ${unit} ${link}`),
    [
      "Education 10,000+ students /our-work/education",
      "Clean Water 15+ wells /our-work/clean-water",
      "Healthcare 15,000+ people /our-work/healthcare",
      "Sustainability 35+ projects /our-work/sustainability",
    ],
  );
  t.equal(site.zones.flatMap(({ regions }) => regions).length, 10, "as many regions as are served");
});

t.test("focus areas, their links, and the badge that is not displayed", async (t) => {
  t.strictSame(
    home.focusAreas.areas.map(({ name, link, badge }) => [
      name,
      link,
      badge?.text,
      badge?.displayed,
    ]),
    [
      ["Clean Water Projects", "/projects/water", "Featured", false],
      ["Education Initiatives", "/projects/education", "New", true],
      ["Healthcare Programs", "/projects/healthcare", undefined, undefined],
      ["Economic Development", "/projects/economic", undefined, undefined],
    ],
  );
});

t.test("donation presets, currencies, frequencies, impact and methods", async (t) => {
  t.strictSame(donate.presets, [20, 50, 100, 250, 500, 1000]);
  t.strictSame(
    donate.currencies.map(({ code, displayFactor }) => [code, displayFactor]),
    [
      ["USD", 1],
      ["TZS", 1000],
    ],
  );
  t.strictSame(
    donate.frequencies.map(({ value }) => value),
    ["one-time", "monthly"],
  );
  t.match(donate.defaults, { preset: 50, currency: "USD", frequency: "one-time" });
  const { yourImpact } = compiled(
    "donate.json",
    z.object({ yourImpact: z.object({ items: z.array(figure) }) }),
  );
  t.strictSame(
    yourImpact.items.map(({ amount, text }) => `$${amount} ${text}`),
    [
      "$20 school supplies for a student for a term",
      "$50 vocational training for a youth",
      "$100 clean water for a family for a year",
      "$250 women's microenterprise",
      "$500 community WASH project",
    ],
  );
  t.strictSame(donate.securePayment.methods, ["PayPal", "Credit Card", "M-Pesa", "Flutterwave"]);
});

t.test("options of the volunteer and partner forms", async (t) => {
  const values = (options: { value: string }[]) => options.map(({ value }) => value).join(" ");
  t.equal(
    values(involved.interests),
    "economic-empowerment gender-equality youth-development wash-health climate-resilience emergency-response",
  );
  t.equal(
    values(involved.volunteer.availability),
    "part-time half-time full-time one-time flexible",
  );
  t.equal(involved.volunteer.fields.location.example, "City, Country");
  t.equal(
    values(involved.partner.orgTypes),
    "nonprofit corporate government foundation academic other",
  );
  t.equal(
    values(involved.partner.partnershipTypes),
    "funding technical implementation research advocacy other",
  );
});

t.test("office hours, founding years, registration, values and themes", async (t) => {
  t.strictSame(
    site.officeHours.rows.map(({ days, hours }) => `${days} ${hours}`),
    ["Monday-Friday 9:00 AM-5:00 PM", "Weekends Closed"],
  );
  t.equal(site.officeHours.timeZoneName, "East Africa Time");
  const { story } = compiled(
    "about.json",
    z.object({ story: z.object({ figures: z.array(figure) }) }),
  );
  t.strictSame(
    story.figures.map(({ amount, text }) => `${amount} ${text}`),
    ["2016 Established", "2024 Registered in the United States", "4 Zones of Tanzania"],
  );
  t.equal(site.zones.length, 4);
  t.match(data.get("about.json"), { story: { paragraphs: [/\b2016\b/, /./, /\b2024\b/] } });
  t.match(data.get("our-work.json"), {
    story: { since: { amount: 2006, conflict: /disagree/ }, paragraphs: [/\b2006\b/] },
  });
  t.strictSame(
    site.coreValues.map(({ name }) => name.toLowerCase()),
    [
      "social inclusion",
      "empowerment",
      "transparency",
      "innovation",
      "sustainability",
      "integrity",
    ],
  );
  t.strictSame(
    site.thematicAreas.map(({ name }) => name),
    [
      "Livelihoods and economic empowerment",
      "Gender equality and social inclusion",
      "Youth development and leadership",
      "WASH and health in communities and schools",
      "Climate resilience and innovation",
      "Emergency response and resilience building",
    ],
  );
});

t.test("one answer tells what share of a donation goes where", async (t) => {
  const { items } = compiled("faq.json", dataSchemas["faq.json"]);
  const share = "About 85% of donations go to programs and 15% to admin and fundraising.";
  t.equal(items.filter(({ answer }) => answer.includes(share)).length, 1);
});

t.test(
  "at least as many posts, announcements, testimonials, resources and pictures as the spec has",
  async (t) => {
    const bySlug = (slug: string) =>
      entries.blog.filter(({ fields }) => JSON.stringify(fields.category).includes(`"${slug}"`));
    for (const slug of ["boyep", "wash", "youth-development"]) t.ok(bySlug(slug).length >= 3, slug);
    t.ok(entries.announcements.length >= 6);
    t.ok(read("testimonials.json", dataSchemas["testimonials.json"]).items.length >= 6);
    t.ok(read("media-resources.json", dataSchemas["media-resources.json"]).items.length >= 8);
    const gallery = read("gallery.json", dataSchemas["gallery.json"]);
    t.ok(gallery.items.length >= 12);
    const order = "Youth Gender WASH Community Education Environment Health Development".split(" ");
    t.strictSame(gallery.categories, order);
    t.strictSame(new Set(gallery.items.map(({ category }) => category)), new Set(order));
  },
);

t.test("facts of the three detailed projects", async (t) => {
  const words = (slug: string) => JSON.stringify(entries.projects.find((p) => p.slug === slug));
  const football = words("empowering-youth-through-football");
  for (const fact of ["10,800 euros", "14,260 euro", "January to December 2025", "aged 8-17"]) {
    t.match(football, fact);
  }
  const boyep = words("bodaboda-youth-empowerment-project");
  t.match(boyep, "Over 1,000 trainees");
  t.match(boyep, /At least 5 associations/i);
  t.match(words("mtambani-water-sanitation-hygiene-project"), "over 5,000 residents");
  const detailed = entries.projects.filter(({ fields }) => fields.detail === true);
  t.ok(detailed.length >= 3);
});

t.test("old addresses lead to the pages that replace them", async (t) => {
  const { redirects } = read("redirects.json", dataSchemas["redirects.json"]);
  const boyep = "/projects/past/bodaboda-youth-empowerment-project";
  const mtambani = "/projects/past/mtambani-water-sanitation-hygiene-project";
  t.strictSame(Object.fromEntries(redirects.map(({ from, to }) => [from, to])), {
    "/contact": "/contact-us",
    "/projects/bodaboda-youth-empowerment": boyep,
    "/projects/youth-football": "/projects/current/empowering-youth-through-football",
    "/projects/mtambani-wash": mtambani,
    "/projects/past/boyep": boyep,
    "/projects/past/mtambani-wash": mtambani,
    "/projects/water": "/projects?category=wash-health",
    "/projects/education": "/projects?category=youth-development",
    "/projects/healthcare": "/projects?category=wash-health",
    "/projects/economic": "/projects?category=economic-empowerment",
    "/events": "/news-events?type=events",
    "/news-events/news": "/news-events?type=news",
  });
});

t.test("header and footer lead where the specification says", async (t) => {
  const links = (list: { link: string }[] = []) => list.map(({ link }) => link).join(" ");
  t.equal(
    links(navigation.header),
    "/ /about-us /our-work /projects /news-events /blog /contact-us /donate",
  );
  t.equal(
    links(navigation.footer[0]?.links),
    "/about-us /our-work /projects /news-events /blog /contact-us /donate",
  );
  t.equal(
    links(navigation.footer[1]?.links),
    "/projects/bodaboda-youth-empowerment /projects/youth-football /projects/mtambani-wash",
  );
});

t.test("invented contact details use reserved values", async (t) => {
  const { email, phones, website } = site.contact;
  const addresses = [email.address, website.url, ...site.social.map(({ url }) => url)];
  for (const address of addresses) t.match(address, /\bexample\.org\b/);
  for (const { number } of phones) t.match(number, /^(?:\+255 000 000 000|\+1 555 01\d\d)$/);
});
