import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { documentLocation } from '../../../api/document-location.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { Paper } from './document/paper.tsx';
import { TextDocument } from './document/text-document.tsx';
import type { ViewerProps } from './viewer.ts';

/** Rendered Markdown file. */
export function MarkdownViewer({ file, onUnshowable }: ViewerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useMemo(() => documentLocation(file.path), [file.path]);
  return (
    <TextDocument file={file} mostBytes={file.size} onUnshowable={onUnshowable}>
      {(text) => (
        <Paper label={t('preview.contentsOf', { name: file.name })} isSheet>
          <Markdown
            source={text}
            location={location}
            label={file.name}
            onFollow={(path) => void navigate(filesAddress(path))}
          />
        </Paper>
      )}
    </TextDocument>
  );
}
