import {
  type ComponentProps,
  type RefObject,
  type TouchEvent,
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

/** The times of spec section 9. The stylesheet has the same values. */
const STAY_MS = 4000;
const TURN_MS = 600;
const NARROW_TURN_MS = 500;
const NARROW = "(max-width: 576px)";

type Direction = "next" | "prev";

interface Turn {
  index: number;
  /** The slide that is leaving. No other change starts while it is set. */
  leaving: number | null;
  direction: Direction;
}

const turnTo = (to: number, way?: Direction) => (now: Turn) => {
  if (now.leaving !== null || to === now.index) return now;
  return { index: to, leaving: now.index, direction: way ?? (to > now.index ? "next" : "prev") };
};

/** Returns the current one of `count` slides, which advances while `isRunning` is true (spec section 4). */
function useCarousel(count: number, isRunning: boolean) {
  const [turn, setTurn] = useState<Turn>({ index: 0, leaving: null, direction: "next" });
  // False in the server's HTML and until hydration.
  const isLive = !useIsHydrating();
  const { index, leaving } = turn;

  useEffect(() => {
    if (leaving === null) return;
    const turnMs = window.matchMedia(NARROW).matches ? NARROW_TURN_MS : TURN_MS;
    const timer = setTimeout(() => setTurn((now) => ({ ...now, leaving: null })), turnMs);
    return () => clearTimeout(timer);
  }, [leaving]);

  useEffect(() => {
    if (!isRunning || !isLive) return;
    const timer = setTimeout(() => setTurn(turnTo((index + 1) % count, "next")), STAY_MS);
    return () => clearTimeout(timer);
  }, [count, isRunning, isLive, index]);

  const goTo = (to: number, way?: Direction) => setTurn(turnTo(to, way));
  const step = (way: Direction) => goTo((index + (way === "next" ? 1 : -1) + count) % count, way);
  return { ...turn, isLive, goTo, step };
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
  state: "current" | "leaving" | "resting";
  /** True while another slide is shown, so that this one takes no focus. */
  isInert: boolean;
}

function Slide({ slide, at, count, state, isInert }: SlideProps) {
  const { title, description, image, focus, alt, primaryButton, secondaryButton } = slide;
  return (
    // biome-ignore lint/a11y/useSemanticElements: `fieldset` is for form controls
    <div
      className={styles.slide}
      role="group"
      aria-roledescription={words.slide}
      aria-label={`${at + 1} ${words.of} ${count}`}
      data-state={state}
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
    <Control aria-label={words.previousSlide} path="M15 5l-7 7 7 7" onClick={() => step("prev")} />
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
    <Control aria-label={words.nextSlide} path="M9 5l7 7-7 7" onClick={() => step("next")} />
  </div>
);

const SWIPE_PX = 40;

/** Calls back on a sideways swipe with one finger. Scrolling down at a slant turns no slide, nor does a zoom with two fingers. */
function useSwipe(onSwipe: (direction: Direction) => void) {
  const start = useRef<{ clientX: number; clientY: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      start.current = touches.length === 1 ? (touches[0] ?? null) : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const end = changedTouches[0];
      if (!start.current || !end) return;
      const moved = end.clientX - start.current.clientX;
      const scrolled = end.clientY - start.current.clientY;
      if (Math.abs(moved) > Math.max(SWIPE_PX, 2 * Math.abs(scrolled)))
        onSwipe(moved < 0 ? "next" : "prev");
    },
  };
}

/** The hero of spec section 4. Without scripts the slides are a row to scroll; with scripts they are stacked in the same place. */
export function Hero({ slides, identity }: Pick<ContentOf<"home">, "slides" | "identity">) {
  const section = useRef<HTMLElement>(null);
  const [isStopped, setStopped] = useState(false);
  const isInterrupted = useIsInterrupted(section);
  const isRunning = !isStopped && !isInterrupted;
  const { leaving, direction, isLive, ...carousel } = useCarousel(slides.length, isRunning);
  const { index, step } = carousel;
  const swipe = useSwipe((way) => isLive && step(way));
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
        data-turning={leaving === null ? undefined : direction}
        {...swipe}
      >
        <div className={styles.slides} aria-live={isRunning ? "off" : "polite"}>
          {slides.map((slide, at) => (
            <Slide
              key={slide.id}
              slide={slide}
              at={at}
              count={slides.length}
              state={at === index ? "current" : at === leaving ? "leaving" : "resting"}
              isInert={isLive && at !== index}
            />
          ))}
        </div>
        <Controls
          {...carousel}
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
