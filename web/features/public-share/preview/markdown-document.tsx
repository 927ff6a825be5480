import type { Entry } from '#contract/files.ts';
import { publicDownloadUrl, sharePageUrl } from '#contract/shares.ts';
import { useMemo } from 'react';
import { callAddress } from '../../../api/http.ts';
import type { DocumentPlace } from '../../../lib/markdown/safe-document.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import type { OpenLink } from '../open-link.ts';

/** A Markdown text as a document whose links and pictures stay behind the link. */
export function MarkdownDocument({
  link: { hash, token },
  file: { path, name },
  text,
}: {
  link: OpenLink;
  file: Entry;
  text: string;
}) {
  const place = useMemo(() => documentPlace(hash, token, path), [hash, token, path]);
  return <Markdown source={text} place={place} label={name} />;
}

/** Of a file that is shared by itself nothing beside it can be reached. */
export function documentPlace(
  hash: string,
  token: string | undefined,
  path: string,
): DocumentPlace {
  const isAlone = path === '';
  return {
    folder: isAlone ? '/' : path.slice(0, path.lastIndexOf('/') + 1),
    pageOf: (target) => (isAlone ? undefined : callAddress(sharePageUrl(hash, target))),
    pictureOf: (target) =>
      isAlone ? undefined : callAddress(publicDownloadUrl(hash, target, { inline: true, token })),
  };
}
