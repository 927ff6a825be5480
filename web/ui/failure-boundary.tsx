import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Called once, with what was thrown while the children were drawn; nothing is shown any more. */
  onFailure(failure: Error): void;
}

/** Keeps a failure of one part from taking the page with it. */
export class FailureBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(failure: Error) {
    this.props.onFailure(failure);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
