import { useStore } from 'zustand';
import { jobs, type MeasuredJob } from '../../state/jobs.ts';
import { runningOperations } from '../../state/running-operations.ts';
import { OperationCard } from './operation-card.tsx';

const NONE: readonly MeasuredJob[] = [];

/** Cards of all operations that take longer than a moment, unless the open activity panel lists them as jobs. */
export function OperationPanel() {
  const running = useStore(runningOperations, (state) => state.running);
  const listed = useStore(jobs, ({ isShown, jobs: all }) => (isShown ? all : NONE));
  const keys = new Set(listed.map(({ job }) => job.key));
  return running
    .filter(({ isLong }) => isLong)
    .map((operation) => (
      <OperationCard
        key={operation.id}
        operation={operation}
        isListed={operation.underWay.some(({ key }) => keys.has(key))}
      />
    ));
}
