import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';

/** Functions of the page that a transfer needs. */
export interface TransferPage {
  readonly t: TFunction;
  readonly queries: QueryClient;
  goTo(address: string): void;
  /** Returns the displayed path; undefined outside files. */
  shownPath(): string | undefined;
}
