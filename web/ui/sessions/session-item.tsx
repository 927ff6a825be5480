import { type LucideIcon, Monitor, Smartphone, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { capitalized } from '../../i18n/format.ts';
import { useLocale } from '../../i18n/use-translation.ts';
import styles from './session-item.module.css';

const ICONS: Readonly<Record<SessionKind, LucideIcon>> = {
  computer: Monitor,
  phone: Smartphone,
  program: SquareTerminal,
};

export type SessionKind = 'computer' | 'phone' | 'program';

/** Fact about a session, such as its address or its last use. */
export interface SessionFact {
  readonly text: string;
  /** Tooltip, such as the exact time. */
  readonly title?: string;
  /** True for a fact that phones have no room for. */
  readonly isMinor?: boolean;
}

/** Item of a list of sessions: what was used to log in, and its facts in one quiet line. `children` end the session. */
export function SessionItem({
  kind,
  device,
  mark,
  facts,
  children,
}: {
  kind: SessionKind;
  device: string;
  /** Label of the session that shows the list. */
  mark?: string | undefined;
  facts: readonly SessionFact[];
  children?: ReactNode;
}) {
  const locale = useLocale();
  const Icon = ICONS[kind];
  return (
    <li className={styles.session}>
      <Icon className={styles.icon} size={20} strokeWidth={1.5} aria-hidden />
      <div className={styles.text}>
        <p className={styles.device}>
          <bdi>{device}</bdi>
          {mark !== undefined && <span className={styles.mark}>{mark}</span>}
        </p>
        <p className={styles.facts}>
          {facts.map(({ text, title, isMinor }, index) => (
            <span key={text} title={title} data-minor={isMinor || undefined}>
              {index === 0 ? capitalized(text, locale) : text}
            </span>
          ))}
        </p>
      </div>
      {children}
    </li>
  );
}
