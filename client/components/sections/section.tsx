import type { ReactNode } from "react";
import { Link } from "../links/link.tsx";
import styles from "./section.module.css";

interface Props {
  title?: string;
  intro?: string;
  more?: { text: string; href: string };
  tone?: "plain" | "warm" | "deep";
  children: ReactNode;
}

export const Section = ({ title, intro, more, tone = "plain", children }: Props) => (
  <section className={`band ${tone}`}>
    <div className="page">
      {title !== undefined && (
        <div className={`${styles.head} cluster spread`}>
          <div>
            <h2>{title}</h2>
            {intro !== undefined && <p className="intro">{intro}</p>}
          </div>
          {more && (
            <Link className="touch arrow" to={more.href}>
              {more.text}
            </Link>
          )}
        </div>
      )}
      {children}
    </div>
  </section>
);
