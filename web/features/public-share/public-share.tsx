import { presentLocation } from './follow-address.ts';
import { ObstacleCard } from './obstacle-card.tsx';
import { PageFrame } from './page-frame.tsx';
import { SharedItem } from './shared-item.tsx';

/** Share page for visitors. */
export function PublicShare() {
  const location = presentLocation();
  if (location) return <SharedItem first={location} />;
  return (
    <PageFrame>
      <ObstacleCard obstacle={{ kind: 'gone' }} isBelow={false} />
    </PageFrame>
  );
}
