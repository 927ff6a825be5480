import {
  Copy,
  FilePen,
  FilePlus,
  FolderInput,
  FolderPlus,
  type LucideIcon,
  PenLine,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { ActionKind } from '../../../state/history-text.ts';
import styles from './history-list.module.css';

const ICONS: Readonly<Record<ActionKind, LucideIcon>> = {
  copy: Copy,
  move: FolderInput,
  rename: PenLine,
  delete: Trash2,
  restore: Undo2,
  create: FilePlus,
  replace: FilePen,
  folder: FolderPlus,
};

/** Icon of the kind of an action. */
export function ActionIcon({ kind }: { kind: ActionKind }) {
  const Icon = ICONS[kind];
  return (
    <span className={styles.icon} data-kind={kind}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
