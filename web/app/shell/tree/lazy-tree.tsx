import { lazy, Suspense, useEffect, useState } from 'react';
import { withMessages } from '../../../i18n/messages.ts';
import { loadPatiently } from '../../../lib/load-patiently.ts';
import { FailureBoundary } from '../../../ui/failure-boundary.tsx';
import { AHEAD_DELAY_MS } from '../../ahead-delay.ts';
import styles from './sidebar-tree.module.css';

async function loadTree() {
  const part = import('./sidebar-tree.tsx');
  return { default: (await withMessages('files', part)).SidebarTree };
}

/** Tree of folders that loads after the first listing, in a place that is reserved for it. */
export function LazyTree({ folder }: { folder: string | undefined }) {
  const [Tree] = useState(() => lazy(() => loadPatiently(loadTree)));
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), AHEAD_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className={styles.place} data-part="tree">
      {isDue && (
        // The breadcrumbs and the listing lead to the same folders.
        <FailureBoundary onFailure={() => {}}>
          <Suspense fallback={null}>
            <Tree folder={folder} />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}
