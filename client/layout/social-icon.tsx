interface Props {
  /** The `id` of the network in content/site.json. */
  network: string;
}

/** What each network is known by, on a grid of 24. */
const SHAPES: Readonly<Record<string, string>> = {
  "photo-video-sharing":
    "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM17.2 6.8v.01",
  "professional-network":
    "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM7.5 10.5V17M7.5 7v.01M11.5 17v-6.5M11.5 13.5c0-4 5-4 5-.5v4",
  "video-channel":
    "M6 5h12a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4zM10 9l5 3-5 3z",
};

/** Decoration beside the network's name; nothing for a network without a shape. */
export function SocialIcon({ network }: Props) {
  const shape = SHAPES[network];
  if (shape === undefined) return null;
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path
        d={shape}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
