import * as words from "../../../content/words/en/money.json";
import type { Documents } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { Link } from "../../components/links/link.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import styles from "./figures.module.css";
import "../../components/sections/meter.css";
import "../../components/sections/figure.css";

type Claims = Documents["claims"]["claims"];
type Texts = Documents["where-the-money-goes"];

const SIDE = 10;

/** Returns the squares from one number to another, in rows of ten, as a single path. */
const squares = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => {
    const at = from + index;
    return `M${(at % SIDE) * SIDE + 1} ${Math.floor(at / SIDE) * SIDE + 1}h8v8h-8z`;
  }).join("");

interface ShareChartProps {
  use: Texts["use"];
  claims: Claims;
}

/** Shows how a gift is used, as a hundred squares and as a table. */
export function ShareChart({ use, claims }: ShareChartProps) {
  const [programs, admin] = use.parts;
  const split = programs?.amount ?? 0;
  const end = split + (admin?.amount ?? 0);
  return (
    <div className={`${styles.use} split`}>
      <svg className={styles.chart} viewBox="0 0 100 100" role="img" aria-label={use.chartAlt}>
        <path d={squares(0, split)} />
        <path d={squares(split, end)} />
      </svg>
      <div className="stack loose">
        <p className="xl semibold">{use.text}</p>
        <table className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{words.usedFor}</th>
              <th scope="col">{words.share}</th>
              <th scope="col">{words.whatThatIs}</th>
            </tr>
          </thead>
          <tbody>
            {use.parts.map(({ claim, amount, text }) => (
              <tr key={claim}>
                <th scope="row" className="large">
                  {text}
                </th>
                <td className={`${styles.share} figure`}>{`${amount}%`}</td>
                <td className="muted measure">
                  <span>{claims[claim]?.counts}</span>
                  <HowWeKnow claim={claim} text={text} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Project = Texts["projects"]["items"][number];

const money = (amount: number) => fill(words.euros, { amount: amount.toLocaleString("en-US") });

const Money = ({ figure }: { figure: Project["budget"] }) => (
  <>
    <span>{money(figure.amount)}</span>
    <HowWeKnow claim={figure.claim} text={figure.text} />
  </>
);

/** Shows the share of the budget that has been spent. The figures below the bar say the same. */
function Bar({ budget, spent }: Project) {
  const percent = (spent.amount / budget.amount) * 100;
  return (
    <svg className="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="4" />
      <rect width={percent.toFixed(1)} height="4" />
    </svg>
  );
}

interface ProjectBudgetProps {
  project: Project;
  /** The note on figures that are not verified. */
  unconfirmed: string;
  claims: Claims;
}

function ProjectBudget({ project, unconfirmed, claims }: ProjectBudgetProps) {
  const { title, link, period, funder, budget, spent, parts, note } = project;
  const [funders, own] = parts;
  const isConfirmed = [budget, spent].every(({ claim }) => claims[claim]?.status === "verified");
  return (
    <article className={`${styles.project} panel`}>
      <header>
        <h3>
          <Link to={link}>{title}</Link>
        </h3>
        <p className="muted small">{period}</p>
      </header>
      <Bar {...project} />
      <Facts
        row="cluster spread"
        facts={[
          [words.spent, <Money key="spent" figure={spent} />],
          [words.budget, <Money key="budget" figure={budget} />],
          [words.fromFunder, funders ? <Money key="funders" figure={funders} /> : ""],
          [words.fromUs, own ? <Money key="own" figure={own} /> : ""],
          [words.fundedBy, funder],
        ]}
      />
      <p className="muted small">
        {!isConfirmed && <strong>{`${unconfirmed} `}</strong>}
        <span>{note}</span>
      </p>
    </article>
  );
}

interface ProjectBudgetsProps {
  projects: Texts["projects"];
  claims: Claims;
}

export function ProjectBudgets({ projects, claims }: ProjectBudgetsProps) {
  const { items, unconfirmed, more } = projects;
  return (
    <div id="projects" className={`${styles.projects} beside`}>
      {items.map((project) => (
        <ProjectBudget
          key={project.id}
          project={project}
          unconfirmed={unconfirmed}
          claims={claims}
        />
      ))}
      <p className={`${styles.more} muted small`}>
        <span>{`${more.text} `}</span>
        <Link to={more.link.link}>{more.link.text}</Link>
      </p>
    </div>
  );
}
