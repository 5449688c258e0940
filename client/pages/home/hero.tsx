import { type TouchEvent, useRef, useState } from "react";
import { heroSlides } from "../../../content/home.json";
import { identity } from "../../../content/site.json";
import styles from "./hero.module.css";
import { HeroControls } from "./hero-controls.tsx";
import { HeroSlide } from "./hero-slide.tsx";
import { useCarousel } from "./use-carousel.ts";
import { useIsHeld } from "./use-is-held.ts";

/** A finger that moved this far to the side, in CSS pixels, turns to another slide. */
const SWIPE = 40;

/**
 * Spec section 4, hero carousel. Without scripts the slides are a row to swipe; with them they lie
 * on one another in the same place and size.
 */
export function Hero() {
  const section = useRef<HTMLElement>(null);
  const touchedAt = useRef(0);
  const [isPaused, setPaused] = useState(false);
  const isHeld = useIsHeld(section);
  const isRunning = !isPaused && !isHeld;
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
        aria-roledescription="carousel"
        aria-label="What we do"
        data-live={isLive || undefined}
        data-turning={leaving === null ? undefined : direction}
        data-direction={direction}
        onTouchStart={touched}
        onTouchEnd={released}
      >
        <div className={styles.slides} aria-live={isRunning ? "off" : "polite"}>
          {heroSlides.map((slide, at) => (
            <HeroSlide
              key={slide.id}
              slide={slide}
              label={`${at + 1} of ${heroSlides.length}`}
              state={stateOf(at)}
              isFirst={at === 0}
              isInert={isLive && at !== index}
            />
          ))}
        </div>
        <HeroControls
          titles={heroSlides.map(({ title }) => title)}
          index={index}
          isPaused={isPaused}
          onGo={goTo}
          onStep={step}
          onPause={() => setPaused(!isPaused)}
        />
        <div className={styles.progress} aria-hidden="true">
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
