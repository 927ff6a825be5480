import { type ReactNode, Suspense } from 'react';
import { FailureBoundary } from './failure-boundary.tsx';

/**
 * Boundary around a part of the page whose code loads later. Shows `whileLoading` until it has loaded. A part that
 * cannot be loaded or drawn is left out, and the rest of the page stays.
 */
export function LatePart({
  whileLoading,
  onFailure = ignore,
  children,
}: {
  whileLoading?: ReactNode;
  /** Called once with the error that removed the part. */
  onFailure?(failure: Error): void;
  children: ReactNode;
}) {
  return (
    <FailureBoundary onFailure={onFailure}>
      <Suspense fallback={whileLoading}>{children}</Suspense>
    </FailureBoundary>
  );
}

function ignore(): void {}
