import { Component, type ReactNode } from "react";

interface Props {
  /** Rendered in place of the children after an error. */
  fallback: (error: unknown) => ReactNode;
  /** A new key mounts the children again. */
  resetKey?: string;
  children: ReactNode;
}

interface State {
  failed: { error: unknown } | null;
  resetKey: string | undefined;
}

/** Limits an error to a part of the page. */
export class ErrorBoundary extends Component<Props, State> {
  // Not a field: compiled for Safari 15, fields bring 1 kB of helpers along.
  constructor(props: Props) {
    super(props);
    this.state = { failed: null, resetKey: props.resetKey };
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: null, resetKey };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === null ? this.props.children : this.props.fallback(failed.error);
  }
}
