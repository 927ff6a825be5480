import type { Entry } from '#contract/files.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { folderQuery } from '../../api/files.ts';
import { folderHolding, liesIn } from '../../state/transfer-plan.ts';
import { type Branch, foldersDownTo, subfoldersOf, treeRows, type TreeRow } from './tree-rows.ts';

export interface FolderTree {
  readonly rows: readonly TreeRow[];
  /** Path of the selected folder; '' is the home folder. */
  readonly chosen: string;
  /** Failure of reading the selected folder. */
  readonly failure: Error | null;
  choose(path: string): void;
  setExpanded(path: string, isExpanded: boolean): void;
  /** Reads the selected folder again. */
  retry(): void;
  /** Shows a folder that was just created, and selects it if its parent is still selected. */
  addCreated(path: string): void;
}

/** State of the tree of folders, which starts expanded down to `start`. The entries themselves cannot be chosen. */
export function useFolderTree(start: string, entries: readonly Entry[]): FolderTree {
  const [chosen, setChosen] = useState(start);
  const [expanded, setExpandedPaths] = useState<readonly string[]>(() => foldersDownTo(start));
  const results = useQueries({ queries: expanded.map((path) => folderQuery(`${path}/`)) });
  // The results are a new array on each render; their data are not.
  const shown = useSameArray(results.map(({ data, error }) => data?.items ?? error));
  const branches = useMemo(
    () => new Map(expanded.map((path, index) => [path, branchOf(shown[index])])),
    [expanded, shown],
  );
  const rows = useMemo(() => {
    const isDisabled = (path: string) => entries.some((entry) => liesIn(path, entry));
    return treeRows({ branches, start, isDisabled });
  }, [branches, start, entries]);
  const own = results[expanded.indexOf(chosen)];

  const setExpanded = (path: string, isExpanded: boolean) => {
    setExpandedPaths((now) => {
      if (isExpanded) return now.includes(path) ? now : [...now, path];
      return now.filter((one) => one !== path);
    });
    // The selection does not disappear in a collapsed folder.
    if (!isExpanded && chosen.startsWith(`${path}/`)) setChosen(path);
  };
  return {
    rows,
    chosen,
    failure: own?.data ? null : (own?.error ?? null),
    choose: setChosen,
    setExpanded,
    retry: () => void own?.refetch(),
    addCreated(path) {
      const parent = folderHolding({ path });
      setExpanded(parent, true);
      setChosen((now) => (now === parent ? path : now));
    },
  };
}

function branchOf(shown: readonly Entry[] | Error | null | undefined): Branch {
  if (shown instanceof Error) return { state: 'failed' };
  return shown ? { state: 'open', folders: subfoldersOf(shown) } : { state: 'loading' };
}

/** Returns the array of the previous render as long as its elements are the same. */
function useSameArray<Element>(next: readonly Element[]): readonly Element[] {
  const [known, setKnown] = useState(next);
  const isSame =
    known.length === next.length && known.every((element, index) => element === next[index]);
  if (isSame) return known;
  setKnown(next);
  return next;
}
