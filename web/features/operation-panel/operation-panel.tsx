import { useStore } from 'zustand';
import { runningOperations } from '../../state/running-operations.ts';
import { OperationCard } from './operation-card.tsx';

/** Cards of all operations that take longer than a moment. */
export function OperationPanel() {
  const running = useStore(runningOperations, (state) => state.running);
  return running
    .filter(({ isLong }) => isLong)
    .map((operation) => <OperationCard key={operation.id} operation={operation} />);
}
