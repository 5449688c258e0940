import { Component, type ReactNode } from "react";
import { ErrorView } from "../pages/error/error-view.tsx";

interface State {
  fault: unknown;
}

/** Spec section 8: an unhandled error shows the default view; its text only in development. */
export class SiteErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { fault: null };

  static getDerivedStateFromError(fault: unknown): State {
    return { fault };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    const text = import.meta.env.DEV ? String(fault) : null;
    return <ErrorView status={500} requestId={null} text={text} />;
  }
}
