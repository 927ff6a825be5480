import { ListSkeleton } from '../../../ui/data-view/list-skeleton.tsx';

/** Skeleton of the users. */
export function UsersSkeleton() {
  return <ListSkeleton rowHeight="53px" columns={['120px']} withHead />;
}
