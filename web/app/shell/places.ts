import type { TokenUser } from '#contract/session.ts';
import type { ParseKeys } from 'i18next';
import { Clock, Folder, History, type LucideIcon, Share2, Star, Trash2 } from 'lucide-react';
import { pageConfig } from '../../api/page-config.ts';
import { HOME_ADDRESS } from '../redirect-target.ts';

/** A page with files that the sidebar leads to. */
export interface Place {
  readonly address: string;
  readonly label: ParseKeys;
  readonly icon: LucideIcon;
  /** Path of the folder that takes what is dropped on the place; '' is the home folder. */
  readonly folder?: string;
  isOffered?(user: TokenUser): boolean;
}

/** All places, in display order. */
export const PLACES: readonly Place[] = [
  { address: HOME_ADDRESS, label: 'shell.myFiles', icon: Folder, folder: '' },
  { address: '/recent', label: 'shell.recent', icon: Clock },
  { address: '/starred', label: 'shell.starred', icon: Star },
  {
    address: '/shared',
    label: 'shell.sharedByMe',
    icon: Share2,
    isOffered: ({ perm }) => perm.share && perm.download,
  },
  { address: '/history', label: 'shell.history', icon: History },
  {
    address: '/trash',
    label: 'shell.trash',
    icon: Trash2,
    isOffered: () => pageConfig().Trash,
  },
];

/** Returns true for the addresses of the settings, which are no place: the sidebar leads to them at its end. */
export function isInSettings(pathname: string): boolean {
  return pathname.startsWith('/settings');
}

/** Returns the places that a user may open. */
export function placesFor(user: TokenUser | undefined): readonly Place[] {
  return user ? PLACES.filter((place) => place.isOffered?.(user) !== false) : [];
}
