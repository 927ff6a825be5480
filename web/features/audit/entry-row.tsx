import type { AuditedOperation, AuditEntry } from '#contract/audit.ts';
import type { TFunction } from 'i18next';
import {
  ArchiveRestore,
  Copy,
  Download,
  FolderInput,
  FolderPlus,
  Link2,
  Link,
  LogIn,
  LogOut,
  type LucideIcon,
  MonitorX,
  Pencil,
  Settings,
  Trash,
  Trash2,
  Unlink,
  Upload,
  UserMinus,
  UserPen,
  UserPlus,
} from 'lucide-react';
import { memoized } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormats } from '../../state/use-formats.ts';
import { NameText } from '../../ui/entry-name.tsx';
import styles from './audit.module.css';
import { EntryAbout } from './entry-about.tsx';
import { entrySentenceParts } from '../../i18n/entry-sentence.ts';

/** One entry: a sentence, its outcome, and the details: full paths, user, address and time. */
export function EntryRow({
  entry,
  onOnlyUser,
}: {
  entry: AuditEntry;
  onOnlyUser(name: string): void;
}) {
  const { t } = useTranslation();
  const { act } = entry;
  const Icon = ACTION_ICONS[act];
  const outcome = outcomeOf(entry);
  const isDone = outcome === 'done' || outcome === 'failed-after';
  return (
    <div role="row" className={styles.row} data-outcome={outcome}>
      <div role="cell" className={styles.what}>
        <Icon className={styles.mark} data-act={act} size={20} strokeWidth={1.75} aria-hidden />
        <span className={styles.act}>
          <Sentence entry={entry} isDone={isDone} />
        </span>
        {outcome !== 'done' && (
          <span className={styles.outcome}>{outcomeText(t, entry, outcome)}</span>
        )}
      </div>
      <div role="cell" className={styles.about}>
        <EntryAbout entry={entry} />
      </div>
      <div role="cell" className={styles.who}>
        <Who name={entry.username} onOnly={onOnlyUser} />
        <bdi className={styles.address} dir="ltr">
          {entry.address}
        </bdi>
      </div>
      <div role="cell" className={styles.when}>
        <When at={entry.at} />
      </div>
    </div>
  );
}

/** Sentence with emphasized names. */
function Sentence({ entry, isDone }: { entry: AuditEntry; isDone: boolean }) {
  const { t } = useTranslation();
  return entrySentenceParts(t, entry, isDone).map(({ text, isName }, index) =>
    isName ? <strong key={index}>{text}</strong> : text,
  );
}

function Who({ name, onOnly }: { name: string; onOnly(name: string): void }) {
  const { t } = useTranslation();
  if (name === '') return <span className={styles.nobody}>{t('audit.noName')}</span>;
  return (
    <button
      type="button"
      className={styles.user}
      title={t('audit.onlyUser', { name })}
      onClick={() => onOnly(name)}
    >
      <bdi>
        <NameText text={name} />
      </bdi>
    </button>
  );
}

function When({ at }: { at: number }) {
  const { locale } = useTranslation();
  const formats = useFormats();
  const when = new Date(at);
  const [shown, exact] = [formats.date(when.toISOString()), formats.exactDate(when.toISOString())];
  return (
    <time dateTime={when.toISOString()} title={toTheSecond(locale).format(when)}>
      <bdi>{shown}</bdi>
      {shown !== exact && <bdi className={styles.exact}>{exact}</bdi>}
    </time>
  );
}

const toTheSecond = memoized(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }),
);

/** Icons of audit entries by action. */
const ACTION_ICONS: Readonly<Record<AuditedOperation, LucideIcon>> = {
  'sign-in': LogIn,
  'sign-out': LogOut,
  'sign-up': UserPlus,
  'session-end': MonitorX,
  upload: Upload,
  'folder-make': FolderPlus,
  save: Pencil,
  copy: Copy,
  move: FolderInput,
  delete: Trash2,
  restore: ArchiveRestore,
  'trash-delete': Trash,
  download: Download,
  'share-make': Link,
  'share-change': Link2,
  'share-remove': Unlink,
  'user-make': UserPlus,
  'user-change': UserPen,
  'user-remove': UserMinus,
  'settings-change': Settings,
};

type Outcome = 'done' | 'failed-after' | 'refused-by-command' | 'refused' | 'failed';

/** Returns the outcome. A failed after-command does not undo the operation. */
function outcomeOf({
  status,
  failedCommand,
}: Pick<AuditEntry, 'status' | 'failedCommand'>): Outcome {
  if (status < 400) return failedCommand === undefined ? 'done' : 'failed-after';
  if (failedCommand !== undefined) return 'refused-by-command';
  return status < 500 ? 'refused' : 'failed';
}

const WORDS = {
  'failed-after': 'audit.failedAfter',
  'refused-by-command': 'uploads.reasons.command-refused',
  refused: 'audit.refused',
  failed: 'audit.failed',
} as const satisfies Record<Exclude<Outcome, 'done'>, string>;

/** Reasons that the status alone gives. */
const REASONS: ReadonlyMap<number, 'errors.tooLarge' | 'errors.locked' | 'errors.noSpace'> =
  new Map([
    [413, 'errors.tooLarge'],
    [423, 'errors.locked'],
    [507, 'errors.noSpace'],
  ]);

function outcomeText(t: TFunction, entry: AuditEntry, outcome: Exclude<Outcome, 'done'>): string {
  const reason = entry.failedCommand === undefined ? REASONS.get(entry.status) : undefined;
  return t(reason ?? WORDS[outcome]);
}
