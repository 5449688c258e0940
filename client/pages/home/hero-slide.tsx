import type { heroSlides } from "../../../content/home.json";
import { ButtonLink } from "../../components/button-link.tsx";
import { ContentPicture } from "../../components/content-picture.tsx";
import styles from "./hero.module.css";

interface Props {
  slide: (typeof heroSlides)[number];
  /** "1 of 3". */
  label: string;
  state: "current" | "leaving" | "resting";
  isFirst: boolean;
  /** Out of reach while another slide is shown. */
  isInert: boolean;
}

const GENERIC = /^learn more$/i;

/** A picture and what it stands for; words on the left, or below on small screens. */
export function HeroSlide({ slide, label, state, isFirst, isInert }: Props) {
  const { title, description, image, alt, primaryButton, secondaryButton } = slide;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of no form
    <div
      className={styles.slide}
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      data-state={state}
      inert={isInert}
    >
      <div className={styles.picture}>
        <ContentPicture image={image} alt={alt} shape="hero" isFirst={isFirst} />
      </div>
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{description}</p>
        <div className={styles.actions}>
          <ButtonLink
            href={primaryButton.link}
            look={primaryButton.link === "/donate" ? "gold" : "main"}
          >
            {primaryButton.text}
          </ButtonLink>{" "}
          <ButtonLink href={secondaryButton.link} look="plain">
            {secondaryButton.text}
            {/* Words that say nothing by themselves say for a screen reader what they lead to. */}
            {GENERIC.test(secondaryButton.text) && (
              <span className="visually-hidden">: {title}</span>
            )}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
