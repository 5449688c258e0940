import type { ReactNode } from "react";
import type { EventCardData } from "../../shared/model/event-item.schema.ts";
import type { NewsCardData } from "../../shared/model/news-item.schema.ts";
import { CardGrid } from "../components/cards/card-grid.tsx";
import { ContentCard } from "../components/cards/content-card.tsx";
import { EventCard, NewsCard } from "../components/cards/item-cards.tsx";
import { CardSkeletons } from "../components/cards/skeleton.tsx";
import { ConfirmedButton } from "../components/feedback/confirmed-button.tsx";
import { Notice } from "../components/feedback/notice.tsx";
import { Notifications, notify } from "../components/feedback/notifications.tsx";
import { FailedBox, SavedCopy, StateBox } from "../components/feedback/state-box.tsx";
import { FocusedBox } from "../components/forms/form-shell.tsx";
import { SearchField } from "../components/forms/search-field.tsx";
import { Breadcrumbs } from "../components/links/breadcrumbs.tsx";
import { Button, ButtonLink } from "../components/links/button.tsx";
import { LinkList } from "../components/links/link.tsx";
import { Pagination } from "../components/links/pagination.tsx";
import { TabLinks } from "../components/links/tab-links.tsx";
import { CallToAction } from "../components/sections/call-to-action.tsx";
import { CallToActionBand } from "../components/sections/call-to-action-band.tsx";
import { CallToActionBox } from "../components/sections/call-to-action-box.tsx";
import { Facts } from "../components/sections/facts.tsx";
import { PageHeader } from "../components/sections/page-header.tsx";
import { PatternBox } from "../components/sections/pattern-box.tsx";
import { Section } from "../components/sections/section.tsx";
import { Table } from "../pages/staff/lists.tsx";
import { SampleForm } from "./sample-form.tsx";
import { Colours, Spaces, TypeSizes } from "./tokens.tsx";

const news: NewsCardData = {
  id: "101",
  slug: "clean-water-day",
  language: "en",
  title: "Clean water day in Mtambani",
  excerpt: "Two hundred and forty households no longer queue before dawn.",
  image: null,
  categories: ["WASH"],
  publishedAt: "2026-03-22T06:30:00Z",
  publishedPrecision: "time",
};

const event: EventCardData = {
  id: "501",
  slug: "wash-forum-bagamoyo",
  language: "en",
  title: "WASH Forum Bagamoyo",
  excerpt: "Water committees of nine wards meet.",
  status: "scheduled",
  attendanceMode: "mixed",
  image: null,
  startsAt: "2026-06-09T06:00:00Z",
  startPrecision: "time",
  endsAt: "2026-06-09T13:00:00Z",
  endPrecision: "time",
  location: "Bagamoyo",
  ticketPrice: null,
};

const cancelled: EventCardData = {
  ...event,
  id: "502",
  title: "Open day at the workshop",
  status: "cancelled",
};

const fetchedAt = "2026-03-22T06:30:00Z";
const now = "2026-03-22T09:30:00Z";

/** A part, or a few of the same kind, under its name. */
const Sample = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="page stack apart">
    <h2 className="line">{title}</h2>
    {children}
  </section>
);

const Buttons = () => (
  <>
    <ul className="cluster" role="list">
      {(["main", "gold", "plain"] as const).map((variant) => (
        <li key={variant}>
          <ButtonLink href="#" variant={variant}>
            {variant}
          </ButtonLink>
        </li>
      ))}
    </ul>
    <div className="cluster">
      <Button variant="main">Main</Button>
      <Button>Plain</Button>
      <ConfirmedButton
        words={{
          button: "Clear the list",
          title: "Clear the list?",
          text: "The pages that you kept will be removed.",
          yes: "Clear",
          no: "Keep",
        }}
        onConfirm={() => {}}
      />
    </div>
    <LinkList
      className="links"
      links={[
        { text: "Our Work", href: "/our-work" },
        { text: "Contact Us", href: "/contact-us" },
      ]}
    />
    <Breadcrumbs crumbs={[{ text: "News & Events", href: "/news-events" }]} />
  </>
);

const Cards = () => (
  <>
    <h3>Content</h3>
    <CardGrid items={[{ id: "current" }, { id: "past" }, { id: "badge" }]}>
      {({ id }) => (
        <ContentCard
          title="Football for girls"
          image="images/projects/menstrual-justice.svg"
          imageAlt=""
          description="Practice on three afternoons a week, with a coach who listens."
          link="/projects"
          linkText="View Details"
          meta={["Kinondoni", "2024–2026"]}
          {...(id === "badge" ? { badge: { displayed: true, text: "New" } } : {})}
          {...(id === "current" || id === "past" ? { status: id } : {})}
        />
      )}
    </CardGrid>
    <h3>News</h3>
    <NewsCard item={news} isLead />
    <CardGrid items={[news, { ...news, id: "102", language: "sw", title: "Siku ya maji safi" }]}>
      {(item) => <NewsCard item={item} />}
    </CardGrid>
    <h3>Event</h3>
    <CardGrid items={[event, cancelled]}>
      {(item) => <EventCard event={item} isNow={item === event} />}
    </CardGrid>
    <h3>Loading</h3>
    <CardSkeletons count={2} label="Loading news…" />
  </>
);

const Banners = () => (
  <>
    <FocusedBox kind="good" role="status" isQuiet>
      <p>Thank you. Your message is on its way.</p>
    </FocusedBox>
    <FocusedBox kind="bad" role="alert" isQuiet>
      <h3>There is a problem</h3>
      <ul role="list">
        <li>
          <a href="#volunteer-email">Enter your email address as in name@example.org</a>
        </li>
      </ul>
    </FocusedBox>
    <FocusedBox kind="info" role="status" isQuiet>
      <p>Your message is kept on this device until there is a network.</p>
    </FocusedBox>
    <div className="cluster">
      <Button onClick={() => notify("success", "Link copied")}>Notify of success</Button>
      <Button onClick={() => notify("error", "Error loading events: the source is down")}>
        Notify of an error
      </Button>
    </div>
  </>
);

const States = () => (
  <>
    <StateBox kind="empty" title="No events yet">
      <p>New dates are announced here.</p>
    </StateBox>
    <FailedBox
      title="News could not be loaded"
      href="/news-events"
      outcome={{ kind: "unavailable", status: 503, retryAfterSeconds: 5, requestId: "req-7K3M" }}
    />
    <SavedCopy meta={{ now, fetchedAt, stale: true }} />
  </>
);

const Classes = () => (
  <>
    <p>
      <span className="tag">tag</span> <span className="chip">chip</span>{" "}
      <span className="badge">badge</span>{" "}
      <span className="badge" data-tone="current">
        current
      </span>{" "}
      <span className="badge" data-tone="past">
        past
      </span>
    </p>
    <p className="note">note</p>
    <p className="panel">panel</p>
    <p className="panel warm">panel warm</p>
    <p className="panel deep">panel deep</p>
  </>
);

/** Renders every part once, in the scheme of the document. */
export const Column = () => (
  <main>
    <PageHeader
      title="Page header"
      subtitle="A short subtitle says what the page is for."
      pattern="wash"
    />
    <div className="band">
      <Sample title="Colours">
        <Colours />
      </Sample>
      <Sample title="Type">
        <TypeSizes />
      </Sample>
      <Sample title="Space">
        <Spaces />
      </Sample>
      <Sample title="Classes">
        <Classes />
      </Sample>
      <Sample title="Buttons and links">
        <Buttons />
      </Sample>
      <Sample title="Tabs and pagination">
        <TabLinks
          label="Sample of tabs"
          tabs={[
            { text: "All", href: "#all", isCurrent: true },
            { text: "News", href: "#news", isCurrent: false, count: 12 },
            { text: "Events", href: "#events", isCurrent: false, count: 3 },
          ]}
        />
        <Pagination
          label="Sample of pages"
          page={5}
          pages={12}
          hrefOf={(page) => `/news-events?page=${page}`}
        />
      </Sample>
      <Sample title="Fields and choices">
        <SampleForm />
        <SearchField />
      </Sample>
      <Sample title="Cards">
        <Cards />
      </Sample>
      <Sample title="Banners">
        <Banners />
      </Sample>
      <Sample title="State boxes">
        <States />
      </Sample>
      <Sample title="Table">
        <Table
          section="messages"
          columns={["Name", "Form", "Date", "Reference"]}
          rows={[
            { href: "#1", name: "Asha M.", cells: ["Contact", "22 March 2026", "C-7K3M-2Q9F"] },
            { href: "#2", name: "Juma K.", cells: ["Volunteer", "21 March 2026", "V-2Q9F-7K3M"] },
          ]}
        />
      </Sample>
      <Sample title="Figures">
        <Facts
          facts={[
            ["Projects completed", "4"],
            ["Young people trained", "1,200"],
          ]}
        />
      </Sample>
      <Sample title="Boxes">
        <PatternBox pattern="youth">
          <h3>Pattern box</h3>
          <p>After a grid of cards.</p>
        </PatternBox>
        <CallToActionBox
          title="Call to action, box"
          text="A sentence that says why."
          link={{ text: "Get Involved", link: "/get-involved" }}
          pattern="climate"
        />
      </Sample>
    </div>
    <Section title="Section, warm" intro="With an introduction." tone="warm">
      <p>The content of the section.</p>
    </Section>
    <Section title="Section, deep" tone="deep" more={{ text: "More", href: "/our-work" }}>
      <p>The content of the section.</p>
    </Section>
    <Notice title="Notice" actions={[{ text: "Back to Home", href: "/" }]}>
      <p>A page with a single message.</p>
    </Notice>
    <CallToAction
      title="Call to action"
      text="The gold band at the end of a page."
      primaryButton={{ text: "Donate", link: "/donate" }}
      secondaryButton={{ text: "Contact Us", link: "/contact-us" }}
    />
    <CallToActionBand
      title="Call to action, dark band"
      text="The next steps of the visitor."
      actions={[
        { text: "Donate", link: "/donate" },
        { text: "Get Involved", link: "/get-involved" },
      ]}
    />
    <Notifications />
  </main>
);
