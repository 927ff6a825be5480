import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Called once with a rendering error of the children, which are removed. */
  onFailure(failure: Error): void;
}

/** Prevents a rendering error in one part from removing the whole page. */
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
