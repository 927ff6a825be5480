import type { Entry } from '#contract/files.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  type Branch,
  foldersDownTo,
  treeRows,
  type TreeRow,
} from '../../../features/move-copy/tree-rows.ts';
import { folderHolding } from '../../../state/transfer-plan.ts';
import { followListings, readingInterval, shownOf, subfoldersQuery } from './subfolders-query.ts';
import { rememberedTree, rememberTree } from './tree-memory.ts';

export interface SidebarTree {
  /** Folders below home. */
  readonly rows: readonly TreeRow[];
  /** True until the folders below home are known. */
  readonly isLoading: boolean;
  /** Path of the row that the keyboard acts on. */
  readonly chosen: string;
  choose(path: string): void;
  setExpanded(path: string, isExpanded: boolean): void;
}

/** State of the tree, which expands down to each folder that is opened. The path of the home folder is ''. */
export function useSidebarTree(opened: string | undefined): SidebarTree {
  const queries = useQueryClient();
  const [shown, setShown] = useState(opened);
  const [chosen, setChosen] = useState(opened ?? '');
  const [remembered] = useState(rememberedTree);
  const [expanded, setExpandedPaths] = useState(() =>
    withoutDuplicates([...remembered.expanded, ...pathsAbove(opened)]),
  );
  if (shown !== opened) {
    setShown(opened);
    setChosen(opened ?? '');
    setExpandedPaths(withoutDuplicates([...expanded, ...pathsAbove(opened)]));
  }
  useEffect(() => followListings(queries), [queries]);

  const inTree = shownOf(queries, expanded, pathsAbove(opened));
  const branches = useQueries({
    // The server reports changes of the displayed folder only. Nothing is read while the page is hidden.
    queries: inTree.map((path) => ({
      ...subfoldersQuery(queries, path),
      ...(path === '' && remembered.folders && { placeholderData: remembered.folders }),
      refetchInterval: readingInterval(inTree.length),
    })),
    combine: (results) =>
      results.map(({ data, error }, index) => ({
        path: inTree[index] ?? '',
        branch: branchOf(data, error),
      })),
  });
  const isAnyLoading = branches.some(({ branch }) => branch.state === 'loading');
  const top = branches.find(({ path }) => path === '')?.branch;
  const rows = useMemo(() => {
    const byPath = new Map(branches.map(({ path, branch }) => [path, branch]));
    // The opened folder is shown before the folders above it are read.
    const start = isAnyLoading ? (opened ?? '') : '';
    const all = treeRows({ branches: byPath, start, isDisabled: () => false });
    // The home folder is a place above the tree.
    return all.slice(1).map((row) => ({ ...row, level: row.level - 1 }));
  }, [branches, isAnyLoading, opened]);
  const folders = top?.state === 'open' ? top.folders : undefined;
  useEffect(() => rememberTree({ expanded, folders }), [expanded, folders]);

  return {
    rows,
    isLoading: top?.state === 'loading',
    chosen,
    choose: setChosen,
    setExpanded(path, isExpanded) {
      setExpandedPaths((now) => {
        const others = now.filter((one) => one !== path);
        return isExpanded ? [...others, path] : others;
      });
      // The active row does not disappear in a collapsed folder.
      if (!isExpanded && chosen.startsWith(`${path}/`)) setChosen(path);
    },
  };
}

function branchOf(folders: readonly Entry[] | undefined, failure: Error | null): Branch {
  if (folders) return { state: 'open', folders };
  return { state: failure ? 'failed' : 'loading' };
}

function withoutDuplicates(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}

/** Returns the folders that must be expanded for a folder to be visible. */
function pathsAbove(folder: string | undefined): readonly string[] {
  return folder === undefined || folder === ''
    ? ['']
    : foldersDownTo(folderHolding({ path: folder }));
}
