import type { AuditEntry } from '#contract/audit.ts';
import { useQuery } from '@tanstack/react-query';
import {
  Copy,
  Download,
  FolderInput,
  FolderPlus,
  Link,
  type LucideIcon,
  Pencil,
  Trash2,
  Unlink,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { activityQuery } from '../../../api/metadata.ts';
import { entrySentenceParts } from '../../../i18n/entry-sentence.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './details.module.css';
import { Section } from './section.tsx';

const ICONS: Readonly<Partial<Record<AuditEntry['act'], LucideIcon>>> = {
  upload: Upload,
  'folder-make': FolderPlus,
  save: Pencil,
  copy: Copy,
  move: FolderInput,
  delete: Trash2,
  download: Download,
  'share-make': Link,
  'share-change': Link,
  'share-remove': Unlink,
};

/** Number of operations that are shown at first; a button shows all that are loaded. */
const MAX_ROWS = 5;

/** Latest operations on an item, from the audit log. For administrators. */
export function ItemActivity({ path }: { path: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(activityQuery(path));
  const [isWhole, setWhole] = useState(false);
  if (!data?.entries.length) return null;
  const shown = isWhole ? data.entries : data.entries.slice(0, MAX_ROWS);
  return (
    <Section title={t('info.activity')}>
      <ol className={styles.rows}>
        {shown.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {shown.length < data.entries.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('commands.runs.showAll')}
        </Button>
      )}
    </Section>
  );
}

/** Row with an operation, and its time. */
function ActivityRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const when = new Date(entry.at).toISOString();
  const Icon = ICONS[entry.act] ?? Pencil;
  return (
    <li className={styles.row}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.rowText}>
        <span>
          {entrySentenceParts(t, entry, entry.status < 400).map(({ kind, text }, index) =>
            kind === 'name' ? <strong key={index}>{text}</strong> : text,
          )}
          {entry.status >= 400 && ` · ${t(entry.status < 500 ? 'audit.refused' : 'audit.failed')}`}
        </span>
        <time className={styles.quiet} dateTime={when} title={formats.exactDate(when)}>
          {formats.dateAlone(when)}
        </time>
      </span>
    </li>
  );
}
