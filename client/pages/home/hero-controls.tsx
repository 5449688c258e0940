import * as words from "../../../content/words/en/home.json";
import styles from "./hero.module.css";
import type { Direction } from "./use-carousel.ts";

interface Props {
  titles: readonly string[];
  index: number;
  isPaused: boolean;
  onGo: (index: number) => void;
  onStep: (direction: Direction) => void;
  onPause: () => void;
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/**
 * Pause, arrows and dots. Their space is reserved before hydration; without scripts there are
 * none.
 */
export function HeroControls({ titles, index, isPaused, onGo, onStep, onPause }: Props) {
  return (
    <div className={`${styles.controls} screen scripted`}>
      <button
        type="button"
        className={`${styles.control} ${styles.pause}`}
        aria-label={isPaused ? words.play : words.pause}
        onClick={onPause}
      >
        <Icon path={isPaused ? "M8 5v14l11-7z" : "M9 6v12M15 6v12"} />
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={words.previousSlide}
        onClick={() => onStep("prev")}
      >
        <Icon path="M15 5l-7 7 7 7" />
      </button>
      {titles.map((title, at) => (
        <button
          key={title}
          type="button"
          className={`${styles.control} ${styles.dot}`}
          aria-label={`${words.slideNumber} ${at + 1}: ${title}`}
          aria-current={at === index ? "true" : undefined}
          onClick={() => onGo(at)}
        />
      ))}
      <button
        type="button"
        className={styles.control}
        aria-label={words.nextSlide}
        onClick={() => onStep("next")}
      >
        <Icon path="M9 5l7 7-7 7" />
      </button>
    </div>
  );
}
