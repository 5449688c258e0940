import { useLocation } from "../navigation.ts";
import { ErrorView } from "../pages/error/error-view.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageOutlet } from "./page-outlet.tsx";
import { SiteShell } from "./site-shell.tsx";

/**
 * Spec section 8: an unhandled error shows the default view, with its message only in development.
 */
function errorView(error: unknown) {
  const text = import.meta.env.DEV ? String(error) : null;
  return <ErrorView status={500} requestId={null} text={text} />;
}

export function SiteLayout() {
  const { key } = useLocation();
  return (
    <SiteShell>
      <ErrorBoundary fallback={errorView} resetKey={key}>
        <PageOutlet />
      </ErrorBoundary>
    </SiteShell>
  );
}
