import { presentPlace } from './follow-address.ts';
import { ObstacleCard } from './obstacle-card.tsx';
import { PageFrame } from './page-frame.tsx';
import { SharedItem } from './shared-item.tsx';

/** Share page for visitors. */
export function PublicShare() {
  const place = presentPlace();
  if (place) return <SharedItem first={place} />;
  return (
    <PageFrame>
      <ObstacleCard obstacle={{ kind: 'gone' }} isBelow={false} />
    </PageFrame>
  );
}
