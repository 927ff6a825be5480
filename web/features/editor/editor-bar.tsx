import type { FileInfo } from '#contract/files.ts';
import { Columns2, Eye, ListStart, Save, Search, WrapText, X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { Transfers } from '../../actions/action.ts';
import { useMenuItems } from '../../actions/menu/use-menu-items.ts';
import { fileActionsFor } from '../../actions/file-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { hasSource } from '../../state/file-screens.ts';
import { Button } from '../../ui/button.tsx';
import { EntryName } from '../../ui/entry-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ariaShortcut, shortcutText } from '../../ui/kbd.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import styles from './editor.module.css';
import { preferInEditor } from './preferences.ts';
import type { EditorSession } from './session/editor-session.ts';
import { askForLine } from './use-opened-text.ts';
import type { Saving } from './use-saving.ts';

interface Switch {
  readonly isOn: boolean;
  set(isOn: boolean): void;
}

interface BarProps {
  text: EditorSession;
  file: FileInfo;
  transfers: Transfers;
  saving: Saving;
  /** Switch of the preview beside the text; undefined for files without a preview. */
  beside: Switch | undefined;
  onFind(): void;
  onLeave(): void;
}

/** Toolbar of the editor: file name, save state and actions. */
export function EditorBar(props: BarProps) {
  const { text, file, saving, onLeave } = props;
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  const isComparing = useStore(text.facts, ({ compared }) => compared !== undefined);
  const tools = useTools(props);
  return (
    <div className={styles.bar}>
      <IconButton label={t('common.close')} icon={X} shortcut="Esc" onClick={onLeave} />
      <Name text={text} file={file} />
      <div className={styles.tools} role="toolbar" aria-label={t('editor.tools')}>
        {!isNarrow && !isComparing && tools.map((tool) => <ToolButton key={tool.id} tool={tool} />)}
        {!text.isReadOnly && !isComparing && (
          <SaveButton text={text} saving={saving} isNarrow={isNarrow} />
        )}
        <More {...props} tools={isNarrow && !isComparing ? tools : []} />
      </div>
    </div>
  );
}

function Name({ text, file }: { text: EditorSession; file: FileInfo }) {
  const { t } = useTranslation();
  const isUnsaved = useStore(text.facts, (facts) => facts.isUnsaved);
  return (
    <p className={styles.name}>
      {isUnsaved && (
        <span
          className={styles.dot}
          role="img"
          aria-label={t('editor.unsaved')}
          title={t('editor.unsaved')}
        />
      )}
      <EntryName name={file.name} />
      {text.isReadOnly && <span className={styles.badge}>{t('editor.readOnly')}</span>}
    </p>
  );
}

function SaveButton({
  text,
  saving,
  isNarrow,
}: {
  text: EditorSession;
  saving: Saving;
  isNarrow: boolean;
}) {
  const { t } = useTranslation();
  const { isUnsaved, isSaving } = useStore(text.facts);
  const save = () => void saving.save();
  const label = t(isSaving ? 'editor.saving' : 'editor.save');
  if (isNarrow) {
    return (
      <span className={styles.saveNarrow} data-unsaved={isUnsaved || undefined}>
        <IconButton label={label} icon={Save} aria-busy={isSaving} onClick={save} />
      </span>
    );
  }
  return (
    <Button
      variant={isUnsaved ? 'primary' : 'plain'}
      aria-keyshortcuts={ariaShortcut('Ctrl+S')}
      title={shortcutText(t, 'Ctrl+S')}
      aria-busy={isSaving || undefined}
      onClick={save}
    >
      {label}
    </Button>
  );
}

/** Tool of the editor: a button, or a menu item if space is limited. */
interface Tool extends MenuItem {
  readonly icon: NonNullable<MenuItem['icon']>;
}

function useTools({ text, file, beside, onFind }: BarProps): Tool[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const wraps = useStore(text.facts, (facts) => facts.wraps);
  const toggleWrap = () => {
    preferInEditor({ wraps: !wraps });
    text.setWraps(!wraps);
  };
  const find: Tool = {
    id: 'find',
    label: t('editor.find.open'),
    icon: Search,
    shortcut: 'Ctrl+F',
    run: onFind,
  };
  const wrap: Tool = {
    id: 'wrap',
    label: t('editor.wrap'),
    icon: WrapText,
    isOn: wraps,
    run: toggleWrap,
  };
  const tools = [find, wrap];
  if (beside) {
    const toggle = () => beside.set(!beside.isOn);
    const label = t('editor.beside');
    tools.push({ id: 'beside', label, icon: Columns2, isOn: beside.isOn, run: toggle });
  }
  if (hasSource(file)) {
    const show = () => void navigate(filesAddress(file.path), { replace: true, state });
    tools.push({ id: 'preview', label: t('editor.preview'), icon: Eye, run: show });
  }
  return tools;
}

function ToolButton({ tool: { label, icon, shortcut, isOn, run } }: { tool: Tool }) {
  return (
    <IconButton
      label={label}
      icon={icon}
      shortcut={shortcut}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      onClick={run}
    />
  );
}

function More({ text, file, transfers, tools }: BarProps & { tools: readonly Tool[] }) {
  const { t } = useTranslation();
  const menuItems = useMenuItems();
  const { actions, context } = fileActionsFor(file, transfers);
  const goToLine: MenuItem = {
    id: 'go-to-line',
    label: t('editor.goToLine.open'),
    icon: ListStart,
    shortcut: 'Ctrl+Alt+G',
    run: () => askForLine(text),
  };
  const items = () => [
    ...tools,
    goToLine,
    // Shortcuts are omitted, because the keys belong to the text here.
    ...menuItems([actions], context).map((item, index) => ({
      ...item,
      shortcut: undefined,
      startsGroup: index === 0,
    })),
  ];
  return <MenuButton label={t('editor.more')} items={items} />;
}
