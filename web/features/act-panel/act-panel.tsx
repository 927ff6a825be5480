import { useStore } from 'zustand';
import { acts } from '../../state/acts.ts';
import { ActCard } from './act-card.tsx';

/** A card for every act that takes longer than a moment. */
export function ActPanel() {
  const running = useStore(acts, (state) => state.running);
  return running.filter(({ isLong }) => isLong).map((act) => <ActCard key={act.id} act={act} />);
}
