import { SiteErrorBoundary } from "./error-boundary.tsx";
import { PageOutlet } from "./page-outlet.tsx";
import { StaticShell } from "./static-shell.tsx";

/** Header, the page of the current address, footer. */
export function SiteLayout({ year }: { year: number }) {
  return (
    <StaticShell year={year}>
      <SiteErrorBoundary>
        <PageOutlet />
      </SiteErrorBoundary>
    </StaticShell>
  );
}
