/** The rising sun over two waves, drawn in the text's colour where one colour must do. */
export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
      <circle cx="24" cy="24" r="24" fill="#0b2a3a" />
      <path d="M10 27a14 14 0 0 1 28 0z" fill="#efb000" />
      <path
        d="M24 6v5M11.6 10.6l3.1 4M36.4 10.6l-3.1 4M5.6 20.5l4.8 1.6M42.4 20.5l-4.8 1.6"
        stroke="#efb000"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path d="M6 30q4.5-3 9 0t9 0 9 0 9 0" fill="none" stroke="#00b5e2" strokeWidth="2.8" />
      <path
        d="M9 36q3.75-2.6 7.5 0t7.5 0 7.5 0 7.5 0"
        fill="none"
        stroke="#f3f9fb"
        strokeWidth="2.8"
      />
    </svg>
  );
}
