import t from "tap";
import * as z from "zod";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import { realContent } from "./content-copy.ts";

const { data, entries } = compileContent(realContent);

const field = (from: unknown, name: string) =>
  typeof from === "object" && from !== null ? (from as Record<string, unknown>)[name] : undefined;

/** What stands at a path of a data file: `*` is each of a list, `+` joins the values of the names after it. */
function at(file: Parameters<typeof data.get>[0], path: string): unknown {
  const read = (from: unknown, [part, ...rest]: string[]): unknown => {
    if (part === undefined) return from;
    if (part === "*")
      return z
        .array(z.unknown())
        .parse(from)
        .map((item) => read(item, rest));
    if (part === "+") return rest.map((name) => read(from, name.split("."))).join(" ");
    return read(field(from, part), rest);
  };
  return read(data.get(file), path.split(" "));
}

/** A file, a path in it, and below what the specification states of it. */
const FACTS = `
home.json: heroSlides * + title primaryButton.text primaryButton.link secondaryButton.text secondaryButton.link
  Creating sustainable change in Tanzania Donate Now /donate Learn More /our-work
  Empowering local communities Our Projects /projects Get Involved /get-involved
  Building a sustainable future Our Impact /blog Support Us /donate
home.json: impact stats * + value label
  4 Projects Completed
  25,000+ People Impacted
  10 Regions Served
our-impact.json: cards * + title figure unit link
  Education 10,000+ students /our-work/education
  Clean Water 15+ wells /our-work/clean-water
  Healthcare 15,000+ people /our-work/healthcare
  Sustainability 35+ projects /our-work/sustainability
home.json: focusAreas areas * + name link badge.text badge.displayed
  Clean Water Projects /projects/water Featured false
  Education Initiatives /projects/education New true
  Healthcare Programs /projects/healthcare
  Economic Development /projects/economic
donate.json: presets
  20, 50, 100, 250, 500, 1000
donate.json: currencies * + code displayFactor
  USD 1
  TZS 1000
donate.json: frequencies * value
  one-time, monthly
donate.json: defaults + preset currency frequency
  50 USD one-time
donate.json: yourImpact items * + amount text
  20 school supplies for a student for a term
  50 vocational training for a youth
  100 clean water for a family for a year
  250 women's microenterprise
  500 community WASH project
donate.json: securePayment methods
  PayPal, Credit Card, M-Pesa, Flutterwave
get-involved.json: interests * value
  economic-empowerment, gender-equality, youth-development, wash-health, climate-resilience, emergency-response
get-involved.json: volunteer availability * value
  part-time, half-time, full-time, one-time, flexible
get-involved.json: volunteer fields location + example
  City, Country
get-involved.json: partner orgTypes * value
  nonprofit, corporate, government, foundation, academic, other
get-involved.json: partner partnershipTypes * value
  funding, technical, implementation, research, advocacy, other
site.json: officeHours rows * + days hours
  Monday-Friday 9:00 AM-5:00 PM
  Weekends Closed
site.json: officeHours timeZoneName
  East Africa Time
about.json: story figures * + amount text
  2016 Established
  2024 Registered in the United States
  4 Zones of Tanzania
our-work.json: story since amount
  2006
site.json: coreValues * name
  Social inclusion, Empowerment, Transparency, Innovation, Sustainability, Integrity
site.json: thematicAreas * name
  Livelihoods and economic empowerment
  Gender equality and social inclusion
  Youth development and leadership
  WASH and health in communities and schools
  Climate resilience and innovation
  Emergency response and resilience building
gallery.json: categories
  Youth, Gender, WASH, Community, Education, Environment, Health, Development
navigation.json: header * link
  /, /about-us, /our-work, /projects, /news-events, /blog, /contact-us, /donate
navigation.json: footer 0 links * link
  /about-us, /our-work, /projects, /news-events, /blog, /contact-us, /donate
navigation.json: footer 1 links * link
  /projects/bodaboda-youth-empowerment, /projects/youth-football, /projects/mtambani-wash
redirects.json: redirects * + from to
  /contact /contact-us
  /projects/bodaboda-youth-empowerment /projects/past/bodaboda-youth-empowerment-project
  /projects/youth-football /projects/current/empowering-youth-through-football
  /projects/mtambani-wash /projects/past/mtambani-water-sanitation-hygiene-project
  /projects/past/boyep /projects/past/bodaboda-youth-empowerment-project
  /projects/past/mtambani-wash /projects/past/mtambani-water-sanitation-hygiene-project
  /projects/water /projects?category=wash-health
  /projects/education /projects?category=youth-development
  /projects/healthcare /projects?category=wash-health
  /projects/economic /projects?category=economic-empowerment
  /events /news-events?type=events
  /news-events/news /news-events?type=news
`;

t.test("facts and figures of the specification, in its order", async (t) => {
  const stated = FACTS.trim().split(/\n(?! )/);
  const found = stated.map((fact) => {
    const [query = ""] = fact.split("\n");
    const [file = "", path = ""] = query.split(": ");
    const values = [at(file as Parameters<typeof at>[0], path)].flat().map(String);
    const isLong = fact.split("\n").length > 2;
    const lines = isLong ? values : [values.join(", ")];
    return [query, ...lines.map((line) => `  ${line}`.trimEnd())].join("\n");
  });
  t.same(found, stated);
});

t.test("texts hold the facts of the specification, and there is as much as it names", async (t) => {
  const project = (slug: string) => JSON.stringify(entries.projects.find((p) => p.slug === slug));
  const texts: [string, RegExp][] = [
    [JSON.stringify(at("about.json", "story paragraphs")), /\b2016\b.*\b2024\b/],
    [JSON.stringify(at("our-work.json", "story")), /disagree.*\b2006\b|\b2006\b.*disagree/],
    [
      JSON.stringify(at("faq.json", "items * answer")),
      /About 85% of donations go to programs and 15% to admin and fundraising\./,
    ],
    ...["10,800 euros", "14,260 euro", "January to December 2025", "aged 8-17"].map(
      (fact): [string, RegExp] => [project("empowering-youth-through-football"), RegExp(fact)],
    ),
    [project("bodaboda-youth-empowerment-project"), /Over 1,000 trainees/],
    [project("bodaboda-youth-empowerment-project"), /at least 5 associations/i],
    [project("mtambani-water-sanitation-hygiene-project"), /over 5,000 residents/],
  ];
  t.same(
    texts.filter(([text, fact]) => !fact.test(text)).map(([, fact]) => fact),
    [],
  );
  const countOf = (of: unknown) => z.array(z.unknown()).parse(of).length;
  const postsOf = (slug: string) =>
    entries.blog.filter(({ fields }) => JSON.stringify(fields.category).includes(`"${slug}"`));
  const counts: [string, number, least: number][] = [
    ...["boyep", "wash", "youth-development"].map((slug): [string, number, number] => [
      slug,
      postsOf(slug).length,
      3,
    ]),
    ["announcements", entries.announcements.length, 6],
    ["testimonials", countOf(at("testimonials.json", "items")), 6],
    ["resources", countOf(at("media-resources.json", "items")), 8],
    ["photos", countOf(at("gallery.json", "items")), 12],
    [
      "detailed projects",
      entries.projects.filter(({ fields }) => fields.detail === true).length,
      3,
    ],
  ];
  t.same(
    counts.filter(([, count, least]) => count < least),
    [],
  );
});
