import * as words from "../../../content/words/en/desk.json";
import { statuses } from "../../../content/words/en/event-status.json";
import { allEvents, listFailed, newEvent } from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import { Link } from "../../components/links/link.tsx";
import { eventWhen } from "../../format/dates.ts";
import { inLanguage } from "../../format/text.ts";
import { DeskFrame, deskPage, Pages, Table, withQuery } from "./desk-page.tsx";

const PATH = "/staff/events";
const { eventTimings, eventProblems } = words;

export const page = deskPage("events", words.events, ({ page: { rows, page, isLast, isRead } }) => (
  <DeskFrame title={words.events} part={PATH}>
    <p>
      <Link className="touch" to={`${PATH}/new`}>
        {newEvent}
      </Link>
    </p>
    {isRead ? (
      <Table
        caption={allEvents}
        columns={[words.name, words.date, words.state]}
        rows={rows.map(({ event, timing }) => ({
          key: event.id,
          cells: [
            <Link key="title" to={`${PATH}/${event.id}`} {...inLanguage(event.language)}>
              {event.title}
            </Link>,
            eventWhen(event),
            `${statuses[event.status]}, ${eventTimings[timing]}`,
          ],
        }))}
      />
    ) : (
      <p role="alert">{fill(listFailed, { message: eventProblems.unavailable })}</p>
    )}
    <Pages
      page={page}
      isLast={isLast}
      hrefOf={(page) => withQuery(PATH, { page: page > 1 ? page : null })}
    />
  </DeskFrame>
));
