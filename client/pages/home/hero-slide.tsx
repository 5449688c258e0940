import type { heroSlides } from "../../../content/home.json";
import * as words from "../../../content/words/en/home.json";
import { ButtonLink } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import styles from "./hero.module.css";

interface Props {
  slide: (typeof heroSlides)[number];
  /** "1 of 3". */
  label: string;
  state: "current" | "leaving" | "resting";
  isFirst: boolean;
  /** Not focusable while another slide is shown. */
  isInert: boolean;
}

/** A slide: texts on the left, or below on small screens. */
export function HeroSlide({ slide, label, state, isFirst, isInert }: Props) {
  const { title, description, image, focus, alt, primaryButton, secondaryButton } = slide;
  return (
    // biome-ignore lint/a11y/useSemanticElements: `fieldset` is for form controls
    <div
      className={styles.slide}
      role="group"
      aria-roledescription={words.slide}
      aria-label={label}
      data-state={state}
      inert={isInert}
    >
      <div className={`${styles.picture} screen`} data-focus={focus}>
        <ContentPicture image={image} alt={alt} shape="hero" isFirst={isFirst} />
      </div>
      <div className={`${styles.words} page stack`}>
        <h2>{title}</h2>
        <p className="muted">{description}</p>
        <div className="cluster screen">
          <ButtonLink
            href={primaryButton.link}
            variant={primaryButton.link === "/donate" ? "gold" : "main"}
          >
            {primaryButton.text}
          </ButtonLink>{" "}
          <ButtonLink href={secondaryButton.link} variant="plain">
            {secondaryButton.text}
            {/* A generic link text gets its target for screen readers. */}
            {secondaryButton.text.toLowerCase() === words.learnMore && (
              <span className="visually-hidden">{`: ${title}`}</span>
            )}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
