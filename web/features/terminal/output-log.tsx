import { memo, type RefObject, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { useCutEdges } from '../../lib/window/use-cut-edges.ts';
import type { Chunk, Run } from '../../state/terminal/output.ts';
import { CLEAR, EXIT, terminal, write } from '../../state/terminal/terminal.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { useUser } from '../../state/use-session.ts';
import { endNote, isSaidByNote, noneAllowedFor } from './end-note.ts';
import styles from './terminal.module.css';
import { useFollowedEnd } from './use-followed-end.ts';

/** Commands and their output. Follows new output unless the user has scrolled away. */
export function OutputLog({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t, dir } = useTranslation();
  const output = useStore(terminal, (state) => state.output);
  const scroller = useRef<HTMLDivElement>(null);
  const end = useFollowedEnd(scroller, output);
  useCutEdges(scroller, output);
  const goOnWriting = () => {
    if (window.getSelection()?.isCollapsed !== false) field.current?.focus();
  };
  return (
    <div className={styles.output} dir="ltr">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click is a shorter way to the field, which keys reach anyway */}
      <div
        ref={scroller}
        className={styles.log}
        role="log"
        // Only the end of a command is announced, because output can have thousands of lines.
        aria-live="off"
        aria-label={t('terminal.output')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys too
        tabIndex={0}
        onClick={goOnWriting}
        onScroll={end.onScroll}
        onWheel={end.onWheel}
      >
        {output.length === 0 && <FirstHint field={field} />}
        {output.map((run) => (
          <RunOutput key={run.id} run={run} />
        ))}
      </div>
      {end.isUnseen && (
        <button type="button" className={styles.newer} dir={dir} onClick={end.goToEnd}>
          {t('terminal.newOutput')} <span aria-hidden>↓</span>
        </button>
      )}
    </div>
  );
}

const RunOutput = memo(function RunOutput({ run }: { run: Run }) {
  const { t } = useTranslation();
  const note = endNote(t, run);
  return (
    <div className={styles.run}>
      {/* Paragraphs would be copied with empty lines in between. */}
      <div className={styles.command}>
        <bdi className={styles.folder}>{isolatePath(run.folder)}</bdi>
        <span className={styles.sign} aria-hidden>
          $
        </span>
        <span className={styles.line}>{run.line}</span>
      </div>
      {run.isCut && <div className={styles.note}>{t('terminal.cut')}</div>}
      {!isSaidByNote(run.end) &&
        run.chunks.map((chunk) => <ChunkText key={chunk.id} chunk={chunk} />)}
      {run.isWaiting && (
        <div className={styles.note} role="status">
          {t('acts.waiting')}
        </div>
      )}
      {note && (
        <div className={styles.note} data-neutral={note.isNeutral || undefined}>
          {note.text}
        </div>
      )}
    </div>
  );
});

const ChunkText = memo(function ChunkText({ chunk }: { chunk: Chunk }) {
  return (
    <div
      className={styles.text}
      style={{ containIntrinsicBlockSize: `auto ${chunk.lines * 20}px` }}
    >
      {`${chunk.text}\n`}
    </div>
  );
});

/** Explains the terminal before the first command. */
function FirstHint({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t, dir } = useTranslation();
  const { ShellAccess } = usePageConfig();
  const user = useUser();
  const commands = user?.commands ?? [];
  const begin = (command: string) => {
    write(`${command} `);
    field.current?.focus();
  };
  return (
    <div className={styles.hint} dir={dir}>
      {ShellAccess && commands.length > 0 && <p>{t('terminal.fullAccessHint')}</p>}
      <p>{t(commands.length === 0 ? noneAllowedFor(user) : 'terminal.allowed')}</p>
      {commands.length > 0 && (
        <ul className={styles.commands}>
          {commands.map((command) => (
            <li key={command}>
              <button type="button" onClick={() => begin(command)}>
                <bdi>{command}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p>{t('terminal.local', { clear: CLEAR, exit: EXIT })}</p>
    </div>
  );
}
