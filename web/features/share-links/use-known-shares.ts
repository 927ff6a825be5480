import type { Share } from '#contract/shares.ts';
import { useQueryClient } from '@tanstack/react-query';
import { SHARES_KEY, type SharedItem, sharesOfQuery } from '../../api/shares.ts';

/** Returns functions that update the cached shares of an item before they are requested again. */
export function useKnownShares(item: SharedItem) {
  const queries = useQueryClient();
  const { queryKey } = sharesOfQuery(item);
  const change = (next: (shares: readonly Share[]) => Share[]): void => {
    queries.setQueryData(queryKey, (shares) => next(shares ?? []));
    void queries.invalidateQueries({ queryKey: SHARES_KEY });
  };
  return {
    add: (made: Share) => change((shares) => [...shares, made]),
    replace: (changed: Share) =>
      change((shares) => shares.map((share) => (share.hash === changed.hash ? changed : share))),
    remove: (hash: string) => change((shares) => shares.filter((share) => share.hash !== hash)),
    /** Reloads the shares when their state on the server is unknown. */
    readAgain: () => void queries.invalidateQueries({ queryKey: SHARES_KEY }),
  };
}

export type KnownShares = ReturnType<typeof useKnownShares>;
