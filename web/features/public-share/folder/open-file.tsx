import type { Entry } from '#contract/files.ts';
import { lazy, Suspense } from 'react';
import { FailureBoundary } from '../../../ui/failure-boundary.tsx';
import type { OpenLink } from '../open-link.ts';
import { closeViewer, useViewing } from '../viewing.ts';

const FileViewer = lazy(async () => ({
  default: (await import('../preview/file-viewer.tsx')).FileViewer,
}));

/** The file that lies open over the list, if there is one. */
export function OpenFile({ link, files }: { link: OpenLink; files: readonly Entry[] }) {
  const viewing = useViewing();
  const file = files.find(({ path, isDir }) => !isDir && path === viewing);
  if (!file) return null;
  return (
    <FailureBoundary onFailure={closeViewer}>
      <Suspense>
        <FileViewer link={link} file={file} files={files} />
      </Suspense>
    </FailureBoundary>
  );
}
