import type { Entry } from '#contract/files.ts';
import { publicDownloadUrl, sharePageUrl } from '#contract/shares.ts';
import { useMemo } from 'react';
import { callAddress } from '../../../api/http.ts';
import type { DocumentLocation } from '../../../lib/markdown/safe-document.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import type { OpenShare } from '../open-share.ts';

/** Renders Markdown. Relative links and images resolve within the share. */
export function MarkdownDocument({
  share: { hash, token },
  file: { path, name },
  text,
}: {
  share: OpenShare;
  file: Entry;
  text: string;
}) {
  const location = useMemo(() => documentLocation(hash, token, path), [hash, token, path]);
  return <Markdown source={text} location={location} label={name} />;
}

/**
 * Returns how links and images of a document are resolved: within the share. A document that is shared alone has no
 * accessible files beside it.
 */
export function documentLocation(
  hash: string,
  token: string | undefined,
  path: string,
): DocumentLocation {
  const isAlone = path === '';
  return {
    folder: isAlone ? '/' : path.slice(0, path.lastIndexOf('/') + 1),
    pageOf: (target) => (isAlone ? undefined : callAddress(sharePageUrl(hash, target))),
    pictureOf: (target) =>
      isAlone ? undefined : callAddress(publicDownloadUrl(hash, target, { inline: true, token })),
  };
}
