import { ListSkeleton } from '../../ui/data-view/list-skeleton.tsx';

/** Skeleton of the shares. */
export function ShareSkeleton() {
  return <ListSkeleton rowHeight="64px" columns={['72px', '120px']} withHead />;
}
