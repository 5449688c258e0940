import {
  type ComponentProps,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import * as words from "../../../content/words/en/home.json";
import { ButtonLink } from "../../components/links/button.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import type { ContentOf } from "../../page-content.ts";
import styles from "./hero.module.css";

type Slides = ContentOf<"home">["slides"];

/** The times of spec section 9. The stylesheet has the first one too. */
const STAY_MS = 4000;
const TURN_MS = 600;
const NARROW_TURN_MS = 500;
const NARROW = "(max-width: 576px)";

/**
 * Returns the slide in view, which the scroll position tells, and how to bring another one into view. After four seconds the next slide
 * follows while `isRunning` is true (spec section 4).
 */
function useCarousel(count: number, isRunning: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const turnsUntil = useRef(0);
  // False in the server's HTML and until hydration.
  const isLive = !useIsHydrating();

  const goTo = useCallback((to: number) => {
    const now = performance.now();
    if (!row.current || now < turnsUntil.current) return;
    turnsUntil.current = now + (window.matchMedia(NARROW).matches ? NARROW_TURN_MS : TURN_MS);
    row.current.scrollLeft = to * row.current.clientWidth;
  }, []);
  const step = useCallback(
    (by: 1 | -1) => goTo((index + by + count) % count),
    [goTo, index, count],
  );
  const readPosition = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {};
    setIndex(Math.round(scrollLeft / clientWidth));
  }, []);

  useEffect(() => {
    if (!isRunning || !isLive) return;
    const timer = setInterval(() => step(1), STAY_MS);
    return () => clearInterval(timer);
  }, [isRunning, isLive, step]);

  useEffect(() => {
    // A visitor may have swiped before hydration.
    readPosition();
    // Browsers fetch a lazy picture only when its slide is in view, which would come in empty.
    for (const image of row.current?.querySelectorAll("img") ?? []) image.loading = "eager";
  }, [readPosition]);

  return { row, index, isLive, goTo, step, readPosition };
}

/**
 * Returns true while pointer or focus is in the element, the tab is hidden, or `prefers-reduced-motion` is set. Slides do not advance
 * then.
 */
function useIsInterrupted(element: RefObject<HTMLElement | null>): boolean {
  const [isInterrupted, setInterrupted] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const canHover = window.matchMedia("(hover: hover)");
    const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
    const read = () =>
      setInterrupted(
        document.hidden ||
          lessMotion.matches ||
          (canHover.matches && box.matches(":hover")) ||
          box.querySelector(":focus-visible") !== null,
      );
    read();
    const until = new AbortController();
    const { signal } = until;
    for (const name of ["pointerenter", "pointerleave", "focusin"])
      box.addEventListener(name, read, { signal });
    // The newly focused element is not known yet.
    box.addEventListener("focusout", () => setTimeout(read), { signal });
    document.addEventListener("visibilitychange", read, { signal });
    lessMotion.addEventListener("change", read, { signal });
    return () => until.abort();
  }, [element]);
  return isInterrupted;
}

interface SlideProps {
  slide: Slides[number];
  at: number;
  count: number;
  /** True while another slide is shown, so that this one takes no focus. */
  isInert: boolean;
}

function Slide({ slide, at, count, isInert }: SlideProps) {
  const { title, description, image, focus, alt, primaryButton, secondaryButton } = slide;
  return (
    // biome-ignore lint/a11y/useSemanticElements: `fieldset` is for form controls
    <div
      className={styles.slide}
      role="group"
      aria-roledescription={words.slide}
      aria-label={`${at + 1} ${words.of} ${count}`}
      inert={isInert}
    >
      <div className={`${styles.picture} screen`} data-focus={focus}>
        <ContentPicture image={image} alt={alt} shape="hero" isFirst={at === 0} />
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

type ControlProps = ComponentProps<"button"> & { path: string };

const Control = ({ path, className = "", ...button }: ControlProps) => (
  <button type="button" className={`${styles.control} ${className}`} {...button}>
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  </button>
);

interface ControlsProps extends Pick<ReturnType<typeof useCarousel>, "index" | "goTo" | "step"> {
  slides: Slides;
  isPaused: boolean;
  onPause: () => void;
}

/** The controls of the carousel, with space reserved before hydration. Without scripts they are absent. */
const Controls = ({ slides, index, goTo, step, isPaused, onPause }: ControlsProps) => (
  <div className={`${styles.controls} screen scripted`}>
    <Control
      aria-label={isPaused ? words.play : words.pause}
      path={isPaused ? "M8 5v14l11-7z" : "M9 6v12M15 6v12"}
      className={styles.pause}
      onClick={onPause}
    />
    <Control aria-label={words.previousSlide} path="M15 5l-7 7 7 7" onClick={() => step(-1)} />
    {slides.map(({ id, title }, at) => (
      <button
        key={id}
        type="button"
        className={`${styles.control} ${styles.dot}`}
        aria-label={`${words.slideNumber} ${at + 1}: ${title}`}
        aria-current={at === index ? "true" : undefined}
        onClick={() => goTo(at)}
      />
    ))}
    <Control aria-label={words.nextSlide} path="M9 5l7 7-7 7" onClick={() => step(1)} />
  </div>
);

/**
 * The hero of spec section 4: a row of slides to scroll, by a swipe or the browser's own means. Scripts add the controls and turn the
 * slides.
 */
export function Hero({ slides, identity }: Pick<ContentOf<"home">, "slides" | "identity">) {
  const section = useRef<HTMLElement>(null);
  const [isStopped, setStopped] = useState(false);
  const isInterrupted = useIsInterrupted(section);
  const isRunning = !isStopped && !isInterrupted;
  const { row, readPosition, isLive, index, ...turns } = useCarousel(slides.length, isRunning);
  return (
    <div className={styles.hero}>
      <h1 className={styles.tagline}>
        <span className="visually-hidden">{`${identity.name}: `}</span>
        {identity.tagline}
      </h1>
      <section
        ref={section}
        className={styles.carousel}
        aria-roledescription={words.carousel}
        aria-label={words.whatWeDo}
        data-live={isLive || undefined}
      >
        <div
          ref={row}
          className={styles.slides}
          aria-live={isRunning ? "off" : "polite"}
          onScroll={readPosition}
        >
          {slides.map((slide, at) => (
            <Slide
              key={slide.id}
              slide={slide}
              at={at}
              count={slides.length}
              isInert={isLive && at !== index}
            />
          ))}
        </div>
        <Controls
          {...turns}
          index={index}
          slides={slides}
          isPaused={isStopped}
          onPause={() => setStopped(!isStopped)}
        />
        <div className={`${styles.progress} scripted`} aria-hidden="true">
          <div
            key={index}
            className={styles.bar}
            data-running={(isLive && isRunning) || undefined}
          />
        </div>
      </section>
    </div>
  );
}
