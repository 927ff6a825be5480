import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { readBytes } from '../../../api/texts.ts';
import { readVersionBytes, VERSIONS_KEY } from '../../../api/versions.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NARROW } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { readingExtensions } from '../code/code-view.ts';
import { isSameBytes, openText } from '../session/opened-text.ts';
import { ALIKE, DIFFERING } from './compare-views.ts';
import comparison from './comparison.module.css';
import styles from './version-comparison.module.css';

/** Dialog that compares an earlier version of a text with the present one. Neither can be edited. */
export function VersionComparisonDialog({ dialog, onClose }: DialogProps<'version-compare'>) {
  const { entry, version, restore } = dialog;
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  const formats = useFormats();
  const submit = () => {
    onClose();
    restore?.();
  };
  const date = formats.exactDate(new Date(version.modifiedAt).toISOString());
  return (
    <Dialog
      title={
        <span className={styles.title}>
          <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={32} />
          <span className={styles.titleText}>
            <span className={styles.caption}>{t('versions.compareTitle')}</span>
            <EntryName name={entry.name} />
          </span>
        </span>
      }
      size={isNarrow ? 'picker' : 'broad'}
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button type={restore ? 'button' : 'submit'} onClick={onClose}>
            {t('common.close')}
          </Button>
          {restore && (
            <Button type="submit" variant="primary" data-focus-first>
              {t('trash.restore')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.frame}>
        <div className={styles.bar}>
          <p data-side="before">{t('versions.of', { date })}</p>
          <p data-side="now">{t('versions.current')}</p>
        </div>
        <Texts path={entry.path} id={version.id} date={date} isNarrow={isNarrow} />
      </div>
    </Dialog>
  );
}

interface TextsProps {
  readonly path: string;
  readonly id: number;
  /** Exact time of the version. */
  readonly date: string;
  readonly isNarrow: boolean;
}

function Texts({ path, id, date, isNarrow }: TextsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [...VERSIONS_KEY, 'comparison', path, id],
    queryFn: async ({ signal }) => {
      const [before, { bytes: now }] = await Promise.all([
        readVersionBytes(id, signal),
        readBytes(path, signal),
      ]);
      return { before, now };
    },
    // The present text may have changed meanwhile.
    gcTime: 0,
  });
  if (error) {
    return (
      <div className={styles.stage} role="alert">
        <p>{failureText(t, error)}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );
  }
  if (!data) {
    return (
      <div className={styles.stage} role="status" aria-label={t('common.loading')}>
        <Spinner size={28} />
      </div>
    );
  }
  const [before, now] = [textOf(data.before), textOf(data.now)];
  if (isSameBytes(data.before, data.now)) return <Note>{t('versions.same')}</Note>;
  if (before === undefined || now === undefined) return <Note>{t('versions.notText')}</Note>;
  const label = t('versions.of', { date });
  return <Views texts={{ before, now, label }} isNarrow={isNarrow} />;
}

function Note({ children }: { children: string }) {
  return (
    <p className={styles.stage} role="status">
      {children}
    </p>
  );
}

/** Returns the lines of a text; undefined for bytes that are none. */
function textOf(bytes: Uint8Array<ArrayBuffer>): Text | undefined {
  const lines = openText({ bytes, version: '' })?.lines.lines;
  return lines && Text.of(lines);
}

function Views({ texts, isNarrow }: { readonly texts: ComparedTexts; readonly isNarrow: boolean }) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const compared = useRef(texts);
  useEffect(() => {
    if (!container.current) return undefined;
    const show = isNarrow ? showInOne : showBeside;
    return show(container.current, t, compared.current);
  }, [t, isNarrow]);
  return <div ref={container} className={`${comparison.texts} ${styles.texts}`} />;
}

interface ComparedTexts {
  readonly before: Text;
  readonly now: Text;
  /** Accessible name of the earlier text. */
  readonly label: string;
}

function showBeside(
  parent: HTMLElement,
  t: TFunction,
  { before, now, label }: ComparedTexts,
): () => void {
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: extensions(t, label) },
    b: { doc: now, extensions: extensions(t, t('versions.current')) },
    collapseUnchanged: ALIKE,
    diffConfig: DIFFERING,
  });
  return () => view.destroy();
}

/** Shows the present text with the differing lines of the version in between, for narrow screens. */
function showInOne(parent: HTMLElement, t: TFunction, { before, now }: ComparedTexts): () => void {
  const view = new EditorView({
    parent,
    doc: now,
    extensions: [
      extensions(t, t('versions.current')),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: ALIKE,
        diffConfig: DIFFERING,
      }),
    ],
  });
  return () => view.destroy();
}

function extensions(t: TFunction, label: string) {
  return [
    readingExtensions(t, label),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-readonly': 'true', inputmode: 'none' }),
    EditorView.lineWrapping,
  ];
}
