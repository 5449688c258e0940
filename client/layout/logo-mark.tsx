/**
 * The rising sun over two waves, as in `content/images/brand`; inline, to save a request. The footer has the drawing,
 * which is in no script there; the header refers to it by its id.
 */
export function LogoMark() {
  return (
    <svg viewBox="0 0 64 64" width="40" height="40" aria-hidden="true">
      <g id="logo-mark">
        <circle cx="32" cy="32" r="32" fill="#0e3b52" />
        <path fill="#efb000" d="M18 35a14 14 0 0 1 28 0z" />
        <path
          fill="none"
          stroke="#efb000"
          strokeWidth="3.5"
          strokeLinecap="round"
          d="M32 15v-5M19.5 20l-3.5-3.5M44.5 20l3.5-3.5"
        />
        <path
          fill="#00b5e2"
          d="M9 40q6-5 11.5 0t11.5 0 11.5 0 11.5 0v6q-6 5-11.5 0t-11.5 0-11.5 0-11.5 0z"
        />
        <path
          fill="#087fae"
          d="M17 51q3.75-3.5 7.5 0t7.5 0 7.5 0 7.5 0v4q-3.75 3.5-7.5 0t-7.5 0-7.5 0-7.5 0z"
        />
      </g>
    </svg>
  );
}
