import type { TokenUser } from '#contract/session.ts';
import type { ParseKeys } from 'i18next';
import { pageConfig } from '../../api/page-config.ts';

/** A page of the settings. */
export interface SettingsSection {
  readonly address: string;
  readonly label: ParseKeys;
  isOffered(user: TokenUser): boolean;
}

/** All pages, in the order of the side menu. */
const SECTIONS: readonly SettingsSection[] = [
  { address: '/settings/profile', label: 'shell.profile', isOffered: () => true },
  {
    address: '/settings/shares',
    label: 'shell.shares',
    isOffered: ({ perm }) => perm.share && perm.download,
  },
  { address: '/settings/global', label: 'shell.global', isOffered: ({ perm }) => perm.admin },
  {
    address: '/settings/commands',
    label: 'shell.commands',
    isOffered: ({ perm }) => perm.admin && pageConfig().EnableExec,
  },
  { address: '/settings/audit', label: 'shell.audit', isOffered: ({ perm }) => perm.admin },
  { address: '/settings/users', label: 'shell.users', isOffered: ({ perm }) => perm.admin },
];

/** Returns the settings pages that a user may open. The first one is the default. */
export function sectionsFor(user: TokenUser | undefined): SettingsSection[] {
  return user ? SECTIONS.filter((section) => section.isOffered(user)) : [];
}

export function sectionAt(pathname: string): SettingsSection | undefined {
  return SECTIONS.find(({ address }) => pathname === address || pathname === `${address}/`);
}
