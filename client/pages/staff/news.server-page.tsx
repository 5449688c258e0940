import * as words from "../../../content/words/en/desk-news.json";
import { NEWS_STATES } from "../../../shared/contract/desk.ts";
import { Link } from "../../components/links/link.tsx";
import { DeskFrame, deskPage, moment, Table } from "./desk-page.tsx";

const PATH = "/staff/news";

export const page = deskPage("news-list", words.title, ({ page: { rows } }) => (
  <DeskFrame title={words.title} part={PATH}>
    {rows === null ? (
      <p className="measure">{words.elsewhere}</p>
    ) : (
      <>
        <p>
          <Link className="touch" to={`${PATH}/new`}>
            {words.write}
          </Link>
        </p>
        {NEWS_STATES.map((state) => (
          <div key={state} className="stack tight">
            <h2 className="large">{words.states[state]}</h2>
            <Table
              caption={words.states[state]}
              columns={[words.fields.title, words.dates[state]]}
              rows={rows
                .filter((row) => row.state === state)
                .map(({ id, title, at }) => ({
                  key: id,
                  cells: [
                    <Link key="title" to={`${PATH}/${id}`}>
                      {title}
                    </Link>,
                    <time key="at" dateTime={at}>
                      {moment(at)}
                    </time>,
                  ],
                }))}
            />
          </div>
        ))}
      </>
    )}
  </DeskFrame>
));
