import { type TouchEvent, useRef, useState } from "react";
import { heroSlides } from "../../../content/home.json";
import { identity } from "../../../content/site.json";
import * as words from "../../../content/words/en/home.json";
import styles from "./hero.module.css";
import { HeroControls } from "./hero-controls.tsx";
import { HeroSlide } from "./hero-slide.tsx";
import { useCarousel } from "./use-carousel.ts";
import { useIsInterrupted } from "./use-is-paused.ts";

/** The horizontal distance of a swipe, in CSS pixels. */
const SWIPE = 40;

/**
 * Spec section 4, hero carousel. Without scripts the slides are a row to scroll; with scripts they
 * are stacked in the same place and size.
 */
export function Hero() {
  const section = useRef<HTMLElement>(null);
  const touchedAt = useRef(0);
  const [isStopped, setStopped] = useState(false);
  const isInterrupted = useIsInterrupted(section);
  const isRunning = !isStopped && !isInterrupted;
  const { index, leaving, direction, isLive, goTo, step } = useCarousel(
    heroSlides.length,
    isRunning,
  );

  const stateOf = (at: number) =>
    at === index ? "current" : at === leaving ? "leaving" : "resting";
  const touched = (event: TouchEvent) => {
    touchedAt.current = event.touches[0]?.clientX ?? 0;
  };
  const released = (event: TouchEvent) => {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - touchedAt.current;
    if (isLive && Math.abs(moved) > SWIPE) step(moved < 0 ? "next" : "prev");
  };

  return (
    <div className={styles.hero}>
      <h1 className={styles.tagline}>
        <span className="visually-hidden">{identity.name}: </span>
        {identity.tagline}
      </h1>
      <section
        ref={section}
        className={styles.carousel}
        aria-roledescription={words.carousel}
        aria-label={words.whatWeDo}
        data-live={isLive || undefined}
        data-turning={leaving === null ? undefined : direction}
        onTouchStart={touched}
        onTouchEnd={released}
      >
        <div className={styles.slides} aria-live={isRunning ? "off" : "polite"}>
          {heroSlides.map((slide, at) => (
            <HeroSlide
              key={slide.id}
              slide={slide}
              label={`${at + 1} ${words.of} ${heroSlides.length}`}
              state={stateOf(at)}
              isFirst={at === 0}
              isInert={isLive && at !== index}
            />
          ))}
        </div>
        <HeroControls
          titles={heroSlides.map(({ title }) => title)}
          index={index}
          isPaused={isStopped}
          onGo={goTo}
          onStep={step}
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
