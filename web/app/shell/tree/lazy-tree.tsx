import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, useState } from 'react';
import { folderQuery } from '../../../api/files.ts';
import { loadPatiently } from '../../../lib/load-patiently.ts';
import { LatePart } from '../../../ui/late-part.tsx';
import { useDelayedLoad } from '../../use-delayed-load.ts';
import styles from './sidebar-tree.module.css';
import { TreeSkeleton } from './tree-skeleton.tsx';

interface TreeProps {
  folder: string | undefined;
}

let Loaded: ComponentType<TreeProps> | undefined;

/** Loads the tree, which is then shown at once. */
export async function loadTree() {
  Loaded = (await import('./sidebar-tree.tsx')).SidebarTree;
  return { default: Loaded };
}

/** Tree of folders that loads right after the first listing, in the space that is reserved for it. */
export function LazyTree({ folder }: TreeProps) {
  const [Tree] = useState(() => Loaded ?? lazy(() => loadPatiently(loadTree)));
  // The page does not list the folder of a displayed file, so the tree also loads after a delay.
  const [isDue, makeDue] = useDelayedLoad({ initially: Loaded !== undefined });
  // Only watches the listing, which the page requests.
  const { isPending } = useQuery({
    ...folderQuery(folder ?? '/'),
    enabled: false,
    subscribed: !isDue,
    notifyOnChangeProps: ['isPending'],
  });
  if (!isDue && (folder === undefined || !isPending)) makeDue();
  return (
    <div className={styles.section} data-part="tree">
      {isDue ? (
        // The breadcrumbs and the listing lead to the same folders.
        <LatePart whileLoading={<TreeSkeleton />}>
          <Tree folder={folder} />
        </LatePart>
      ) : (
        <TreeSkeleton />
      )}
    </div>
  );
}
