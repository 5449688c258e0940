/** A text in both languages of the desk. */
export interface Bilingual {
  en: string;
  sw: string;
}

/** The words about a field, as forms and documents show them. They are part of the field's schema, as `.meta()`. */
export interface FieldLabels {
  label: Bilingual;
  help?: Bilingual;
  /** A value as it may be typed. */
  example?: string;
}

const label = (en: string, sw: string): FieldLabels => ({ label: { en, sw } });

const explained = (en: string, sw: string, help: Bilingual, example?: string): FieldLabels => ({
  label: { en, sw },
  help,
  ...(example !== undefined && { example }),
});

const ALT_HELP: Bilingual = {
  en: "What the picture shows, in three words or more, for those who do not see it",
  sw: "Picha inaonyesha nini, kwa maneno matatu au zaidi, kwa wasioiona",
};

const picture = (en: string, sw: string): FieldLabels =>
  explained(en, sw, {
    en: "JPEG, PNG or WebP, at most 20 MB. Place and device are removed from it.",
    sw: "JPEG, PNG au WebP, isizidi MB 20. Mahali na kifaa huondolewa kwenye faili.",
  });

const alternative = (en: string, sw: string): FieldLabels => explained(en, sw, ALT_HELP);

const SEARCH_HELP: Bilingual = {
  en: "One or two sentences, as search engines show them",
  sw: "Sentensi moja au mbili, kama mitambo ya utafutaji inavyozionyesha",
};

const LINK: FieldLabels = explained(
  "Page it leads to",
  "Ukurasa unaofunguka",
  {
    en: "The address of a page of this site, which begins with /",
    sw: "Anwani ya ukurasa wa tovuti hii, inayoanza na /",
  },
  "/donate",
);

const WEB_ADDRESS: FieldLabels = explained(
  "Web address",
  "Anwani ya wavuti",
  { en: "An address on another site", sw: "Anwani kwenye tovuti nyingine" },
  "https://www.example.org/",
);

const FROM_LEDGER: Bilingual = {
  en: "An entry of Figures and sources: the number follows it",
  sw: "Takwimu ya orodha ya Takwimu na vyanzo: nambari hufuata humo",
};

/** The words about fields, by their names. A schema with words of its own keeps these. */
const LABELS: Readonly<Record<string, FieldLabels>> = {
  about: label("About Us", "Kuhusu sisi"),
  accounts: label("Accounts", "Akaunti"),
  actions: label("Buttons", "Vitufe"),
  address: explained("E-mail address", "Anwani ya barua pepe", {
    en: "Where visitors write to, on every page",
    sw: "Anwani ambayo wageni huandikia, kwenye kila ukurasa",
  }),
  addressLines: label("Lines of the address", "Mistari ya anwani"),
  admin: explained("Share for administration", "Sehemu ya uendeshaji", FROM_LEDGER),
  alt: alternative("What the picture shows", "Picha inaonyesha nini"),
  amount: label("Amount", "Kiasi"),
  announcements: label("Announcements", "Matangazo"),
  answer: label("Answer", "Jibu"),
  areas: label("Areas", "Maeneo"),
  article: label("Below an article", "Chini ya makala"),
  asOf: explained("As of", "Hadi tarehe", {
    en: "The day on which the figure held",
    sw: "Siku ambayo takwimu ilikuwa hivyo",
  }),
  author_name: explained("Author", "Mwandishi", {
    en: "A person or a team",
    sw: "Mtu au timu",
  }),
  availability: label("Availability", "Muda uliopo"),
  avatar: picture("Portrait", "Picha ya mtu"),
  avatarAlt: alternative("What the portrait shows", "Picha ya mtu inaonyesha nini"),
  badge: label("Badge", "Beji"),
  banner: label("Banner at the end", "Bango la mwisho"),
  biography: explained("Biography", "Wasifu", {
    en: "One paragraph each",
    sw: "Kila moja ni aya",
  }),
  blog: label("Blog", "Blogu"),
  blogViewCounter: explained("Count the views of blog posts", "Hesabu usomaji wa makala za blogu", {
    en: "“No” hides the counter",
    sw: "“Hapana” huficha hesabu",
  }),
  body: explained("Text", "Maandishi", {
    en: "An empty line begins a paragraph; ## begins a heading",
    sw: "Mstari mtupu huanza aya mpya; ## huanza kichwa kidogo",
  }),
  bound: label("How exact", "Usahihi"),
  budget: explained("Budget", "Bajeti", FROM_LEDGER),
  button: label("Button", "Kitufe"),
  caption: label("Caption", "Maelezo ya picha"),
  cardLinkText: label("Link below each card", "Kiungo chini ya kila kadi"),
  cards: label("Cards", "Kadi"),
  categories: label("Categories", "Makundi"),
  category: label("Category", "Kundi"),
  chartAlt: alternative("What the chart shows", "Chati inaonyesha nini"),
  claim: explained("Figure in the ledger", "Takwimu kwenye orodha", FROM_LEDGER),
  claims: label("Figures", "Takwimu"),
  comingSoon: label("“Coming soon”", "“Inakuja hivi karibuni”"),
  conflicts: explained("Contradicts", "Inapingana na", {
    en: "Other figures that say something else. Pages show both until one is confirmed.",
    sw: "Takwimu nyingine zinazosema tofauti. Kurasa huonyesha zote mpaka moja ithibitishwe.",
  }),
  contact: label("Contact", "Mawasiliano"),
  contactEmail: label("E-mail", "Barua pepe"),
  contactHeading: label("Heading of the contacts", "Kichwa cha mawasiliano"),
  contactName: label("Name of the contact", "Jina la mhusika"),
  contactPhone: label("Phone", "Simu"),
  contactTitle: label("Job title", "Cheo"),
  coreValues: label("Core values", "Maadili ya msingi"),
  coreValuesHeading: label("Heading of the core values", "Kichwa cha maadili ya msingi"),
  country: label("Country", "Nchi"),
  counts: explained("What it counts", "Inahesabu nini", {
    en: "What exactly is counted, in one sentence",
    sw: "Kinachohesabiwa hasa, kwa sentensi moja",
  }),
  currencies: label("Currencies", "Sarafu"),
  currency: label("Currency", "Sarafu"),
  customAmount: label("Other amount", "Kiasi kingine"),
  date: label("Date", "Tarehe"),
  days: label("Days", "Siku"),
  decimals: explained("Decimals", "Desimali", {
    en: "0 for a currency whose cents nobody uses, otherwise 2",
    sw: "0 kwa sarafu ambayo senti zake hazitumiki, vinginevyo 2",
  }),
  defaults: label("Chosen at first", "Kinachochaguliwa mwanzo"),
  description: label("Description", "Maelezo"),
  detail: explained("All details are known", "Maelezo yote yanajulikana", {
    en: "“No” shows what is known and says that more will follow",
    sw: "“Hapana” huonyesha yanayojulikana na kusema mengine yatafuata",
  }),
  displayFactor: label("A preset is shown multiplied by", "Kiasi huonyeshwa mara"),
  displayed: label("Shown", "Inaonyeshwa"),
  duration: label("Duration", "Muda"),
  email: label("E-mail", "Barua pepe"),
  embedUrl: explained("Address of the map in the page", "Anwani ya ramani ndani ya ukurasa", {
    en: "An embed address of OpenStreetMap or Google Maps",
    sw: "Anwani ya kupachika ya OpenStreetMap au Google Maps",
  }),
  ending: label("Band at the end", "Sehemu ya mwisho"),
  event: label("Below an event", "Chini ya tukio"),
  example: explained("Example in the empty field", "Mfano kwenye sehemu tupu", {
    en: "The same in both languages, or in each its own",
    sw: "Sawa kwa lugha zote mbili, au kila lugha na wake",
  }),
  examples: explained("What an amount does", "Kiasi kinafanya nini", FROM_LEDGER),
  expertise: label("Expertise", "Utaalamu"),
  expertiseHeading: label("Heading of expertise", "Kichwa cha utaalamu"),
  faq: label("Questions", "Maswali"),
  featuredProjects: label("Featured projects", "Miradi iliyoangaziwa"),
  featured_image: picture("Picture", "Picha"),
  featured_image_alt: alternative("What the picture shows", "Picha inaonyesha nini"),
  fields: label("Fields of the form", "Sehemu za fomu"),
  figure: explained("Figure", "Takwimu", {
    en: "Write {{claim:key}} in place of the number",
    sw: "Andika {{claim:key}} badala ya nambari",
  }),
  figures: explained("Figures", "Takwimu", FROM_LEDGER),
  file: explained("File", "Faili", { en: "A PDF or ZIP of the site", sw: "PDF au ZIP ya tovuti" }),
  filters: label("Filters", "Vichujio"),
  firstName: label("First name", "Jina la kwanza"),
  focus: explained("Part that is never cut", "Sehemu isiyokatwa", {
    en: "A picture is cut at its edges on narrow and wide screens",
    sw: "Picha hukatwa pembeni kwenye skrini nyembamba au pana",
  }),
  focusArea: label("Focus areas", "Maeneo ya msisitizo"),
  focusAreas: label("Focus areas", "Maeneo ya msisitizo"),
  footer: label("Footer", "Sehemu ya chini"),
  form: label("Form", "Fomu"),
  frequencies: label("How often", "Mara ngapi"),
  frequency: label("How often", "Mara ngapi"),
  from: explained("Old address", "Anwani ya zamani", {
    en: "Visitors who come to it are sent on",
    sw: "Wanaofika hapo hupelekwa kwingine",
  }),
  funder: label("Funded by", "Mfadhili"),
  gallery: label("Gallery", "Picha"),
  gift: label("Gift", "Mchango"),
  group: label("Group", "Kundi"),
  groups: label("Groups", "Makundi"),
  header: label("Menu at the top", "Menyu ya juu"),
  heading: label("Heading", "Kichwa"),
  headings: label("Headings", "Vichwa"),
  hero: label("Top of the page", "Juu ya ukurasa"),
  heroSlides: label("Slides", "Slaidi"),
  highlighted: explained("As a filled button", "Kama kitufe kilichojazwa rangi", {
    en: "For one link of the menu",
    sw: "Kwa kiungo kimoja cha menyu",
  }),
  hint: label("Hint", "Dokezo"),
  hours: label("Hours", "Saa"),
  identity: label("Name of the foundation", "Jina la taasisi"),
  image: picture("Picture", "Picha"),
  imageAlt: alternative("What the picture shows", "Picha inaonyesha nini"),
  impact: label("Our impact", "Matokeo yetu"),
  implementationArea: label("Area", "Eneo la utekelezaji"),
  inquiries: label("Media inquiries", "Maswali ya vyombo vya habari"),
  inReturn: label("What the donor got in return", "Mchangiaji alipata nini"),
  interests: label("Areas of interest", "Maeneo yanayovutia"),
  introduction: label("Introduction", "Utangulizi"),
  items: label("Entries", "Vipengele"),
  keywords: label("Keywords for search engines", "Maneno ya utafutaji"),
  label: label("Label", "Jina la sehemu"),
  lastName: label("Last name", "Jina la ukoo"),
  lead: label("First sentence", "Sentensi ya kwanza"),
  leaders: label("People", "Watu"),
  leadership: label("Our leadership", "Uongozi wetu"),
  ledger: label("List of the figures", "Orodha ya takwimu"),
  link: LINK,
  linkUrl: explained("Address of the map on its own site", "Anwani ya ramani kwenye tovuti yake", {
    en: "Opened by “larger map”",
    sw: "Hufunguliwa na “ramani kubwa”",
  }),
  links: label("Links", "Viungo"),
  listLink: explained("Where the list leads", "Orodha inaelekea wapi", {
    en: "Empty shows the title alone",
    sw: "Ikiwa tupu, jina pekee huonekana",
  }),
  listTitle: explained("Title in lists", "Jina kwenye orodha", {
    en: "For past projects with the year of completion",
    sw: "Kwa miradi iliyopita pamoja na mwaka wa kumalizika",
  }),
  location: label("Location", "Mahali"),
  locationsHeading: label("Heading of the locations", "Kichwa cha mahali tulipo"),
  logo: picture("Logo", "Nembo"),
  logoAlt: alternative("What the logo shows", "Nembo inaonyesha nini"),
  map: label("Map", "Ramani"),
  mayName: label("“You may name me”", "“Mnaweza kunitaja kwa jina”"),
  mayWrite: label("“You may write to me”", "“Mnaweza kuniandikia”"),
  message: label("Message", "Ujumbe"),
  meta: label("For search engines", "Kwa mitambo ya utafutaji"),
  methods: label("Ways to pay", "Njia za kulipa"),
  mission: label("Mission", "Dhamira"),
  missionHeading: label("Heading of the mission", "Kichwa cha dhamira"),
  more: label("Link below", "Kiungo chini yake"),
  motivation: label("Motivation", "Sababu ya kujitolea"),
  name: label("Name", "Jina"),
  notOpen: explained("While no payment provider is connected", "Malipo ya mtandaoni yasipokuwepo", {
    en: "Shown above the form",
    sw: "Huonyeshwa juu ya fomu",
  }),
  note: label("Note", "Maelezo"),
  number: explained(
    "Number",
    "Nambari",
    { en: "With + and the country code", sw: "Pamoja na + na msimbo wa nchi" },
    "+255 700 000 000",
  ),
  notices: label("Notices", "Matangazo mafupi"),
  numbers: label("Numbers to copy", "Nambari za kunakili"),
  officeHours: label("Office hours", "Saa za kazi"),
  offices: label("Offices", "Ofisi"),
  online: label("Ways that the payment provider takes", "Njia zinazopokelewa mtandaoni"),
  order: explained("Place in the lists", "Nafasi kwenye orodha", {
    en: "1 comes first",
    sw: "1 ni ya kwanza",
  }),
  orgName: label("Organisation", "Shirika"),
  orgType: label("Kind of organisation", "Aina ya shirika"),
  orgTypes: label("Kinds of organisation", "Aina za mashirika"),
  otherWay: label("The other way to give", "Njia nyingine ya kuchangia"),
  ourWork: label("Our Work", "Kazi yetu"),
  paragraphs: explained("Paragraphs", "Aya", { en: "One each", sw: "Moja moja" }),
  partner: label("Partnership", "Ushirikiano"),
  partnerInterests: label("Areas of interest", "Maeneo yanayovutia"),
  partners: label("Partners", "Washirika"),
  partnershipProposal: label("Proposal", "Pendekezo"),
  partnershipType: label("Kind of partnership", "Aina ya ushirikiano"),
  partnershipTypes: label("Kinds of partnership", "Aina za ushirikiano"),
  parts: label("Parts", "Sehemu"),
  period: label("Period", "Kipindi"),
  personal: label("About you", "Kuhusu wewe"),
  phone: label("Phone", "Simu"),
  phoneNumber: label("Phone", "Simu"),
  phones: label("Telephone numbers", "Nambari za simu"),
  photo: picture("Portrait", "Picha ya mtu"),
  photoAlt: alternative("What the portrait shows", "Picha ya mtu inaonyesha nini"),
  points: label("Points", "Hoja"),
  poweredBy: label("“Powered by”", "“Imewezeshwa na”"),
  preset: label("Amount", "Kiasi"),
  presets: explained("Amounts to choose from", "Viasi vya kuchagua", {
    en: "In dollars",
    sw: "Kwa dola",
  }),
  primaryButton: label("Main button", "Kitufe kikuu"),
  programs: explained("Share for programmes", "Sehemu ya programu", FROM_LEDGER),
  projects: label("Projects", "Miradi"),
  promise: label("Promise below the button", "Ahadi chini ya kitufe"),
  proof: label("Reasons to trust us", "Sababu za kutuamini"),
  publish_date: label("Date", "Tarehe"),
  purpose: label("Purpose", "Kusudi"),
  purposes: label("Purposes to choose from", "Makusudi ya kuchagua"),
  qualifications: label("Qualifications", "Elimu na vyeti"),
  qualificationsHeading: label("Heading of qualifications", "Kichwa cha elimu na vyeti"),
  question: label("Question", "Swali"),
  questions: label("Questions", "Maswali"),
  quote: label("Quote", "Maneno yake"),
  receipt: label("On every receipt", "Kwenye kila risiti"),
  redirects: label("Moved pages", "Kurasa zilizohamishwa"),
  referenceAs: explained("Field that takes the reference", "Sehemu ya kuandika kumbukumbu", {
    en: "As the bank or the phone calls it",
    sw: "Kama benki au simu inavyoiita",
  }),
  regions: label("Regions", "Mikoa"),
  registration: label("Registration of the foundation", "Usajili wa taasisi"),
  resourceType: label("Kind", "Aina"),
  results: label("Results", "Matokeo"),
  role: label("Role", "Wadhifa"),
  rows: label("Lines", "Mistari"),
  secondaryButton: label("Second button", "Kitufe cha pili"),
  securePayment: label("Secure payment", "Malipo salama"),
  settings: label("Settings", "Mipangilio"),
  shareYourStory: label("Share your story", "Tupe simulizi yako"),
  shortName: label("Short name", "Jina fupi"),
  since: explained("Since", "Tangu", FROM_LEDGER),
  sketch: picture("Drawing behind the button", "Mchoro nyuma ya kitufe"),
  sketchAlt: alternative("What the drawing shows", "Mchoro unaonyesha nini"),
  skills: label("Skills", "Ujuzi"),
  slug: explained("Name in the address", "Jina kwenye anwani", {
    en: "Lower-case words joined by hyphens",
    sw: "Herufi ndogo zilizounganishwa kwa vistari",
  }),
  social: label("Social media", "Mitandao ya kijamii"),
  source: explained("Source", "Chanzo", {
    en: "Where the figure comes from, so that anybody may ask for it",
    sw: "Takwimu inatoka wapi, ili yeyote aweze kuiomba",
  }),
  spent: explained("Spent", "Iliyotumika", FROM_LEDGER),
  src: picture("Picture", "Picha"),
  standIn: explained("Shown while it is not known", "Huonyeshwa wakati haijulikani", {
    en: "A description, never an invented name or number",
    sw: "Maelezo, kamwe si jina au nambari ya kubuni",
  }),
  stats: label("Figures", "Takwimu"),
  status: label("Status", "Hali"),
  story: label("Our story", "Historia yetu"),
  subject: label("Subject", "Mada"),
  submitText: label("Text of the button", "Maneno ya kitufe"),
  subtitle: label("Subtitle", "Kichwa kidogo"),
  summary: explained("Summary", "Muhtasari", {
    en: "One or two sentences, shown in the list",
    sw: "Sentensi moja au mbili, huonyeshwa kwenye orodha",
  }),
  tagline: label("Motto", "Kaulimbiu"),
  tags: label("Tags", "Lebo"),
  targetGroup: label("Target group", "Walengwa"),
  text: label("Text", "Maandishi"),
  thematicAreas: label("Thematic areas", "Maeneo ya kazi"),
  thematicAreasHeading: label("Heading of the thematic areas", "Kichwa cha maeneo ya kazi"),
  timeZoneName: label("Name of the time zone", "Jina la majira"),
  title: label("Title", "Kichwa"),
  to: explained("New address", "Anwani mpya", {
    en: "The page that visitors see",
    sw: "Ukurasa ambao wageni huona",
  }),
  today: label("What is possible today", "Kinachowezekana leo"),
  topics: explained("Subjects", "Mada", {
    en: "Stories and news of one of them are shown to donors",
    sw: "Simulizi na habari za mojawapo huonyeshwa kwa wachangiaji",
  }),
  trust: label("Why you can trust us", "Kwa nini utuamini"),
  unconfirmed: label("While a budget is not confirmed", "Bajeti isipothibitishwa"),
  unit: label("Unit", "Kipimo"),
  updated: explained("Last change of substance", "Badiliko la mwisho la maana", {
    en: "Shown on the page",
    sw: "Huonyeshwa kwenye ukurasa",
  }),
  url: WEB_ADDRESS,
  use: label("How gifts are used", "Michango inatumikaje"),
  value: label("Value", "Thamani"),
  vision: label("Vision", "Maono"),
  visionHeading: label("Heading of the vision", "Kichwa cha maono"),
  volunteer: label("Volunteering", "Kujitolea"),
  warning: explained("Warning above the accounts", "Onyo juu ya akaunti", {
    en: "Needed while an account is a placeholder; empty when all are real",
    sw: "Inahitajika wakati akaunti ni ya mfano; tupu zote zikiwa za kweli",
  }),
  website: label("Website", "Tovuti"),
  where: label("Page with that figure", "Ukurasa wenye takwimu hiyo"),
  years: label("Years", "Miaka"),
  yourImpact: label("Picture beside the form", "Picha kando ya fomu"),
  zones: label("Zones", "Kanda"),
  zonesHeading: label("Heading of the zones", "Kichwa cha kanda"),
  zonesIntroduction: label("Introduction to the zones", "Utangulizi wa kanda"),
};

/** The words about the fields of `meta`, which only search engines show. */
export const SEARCH_LABELS: Readonly<Record<string, FieldLabels>> = {
  title: label("Title in search results", "Kichwa kwenye matokeo ya utafutaji"),
  description: explained(
    "Description in search results",
    "Maelezo kwenye matokeo ya utafutaji",
    SEARCH_HELP,
  ),
};

/** The words about the fields of a notice. */
export const NOTICE_LABELS: Readonly<Record<string, FieldLabels>> = {
  text: explained("Notice", "Tangazo fupi", {
    en: "One or two sentences, on top of every page",
    sw: "Sentensi moja au mbili, juu ya kila ukurasa",
  }),
  link: explained(
    "Page with more",
    "Ukurasa wenye maelezo zaidi",
    { en: "Empty for a notice without a link", sw: "Acha tupu kama hakuna kiungo" },
    "/contact-us",
  ),
  tone: label("Tone", "Aina"),
  from: explained("From", "Kuanzia", { en: "East Africa Time", sw: "Saa za Afrika Mashariki" }),
  until: explained("Until", "Hadi", {
    en: "It goes by itself at this time",
    sw: "Huondoka lenyewe muda huu",
  }),
};

/** Returns the words about a field by its name; a name without words is shown as it is, with spaces. */
export function labelsOf(name: string): FieldLabels {
  const known = Object.hasOwn(LABELS, name) ? LABELS[name] : undefined;
  return known ?? label(name, name);
}
