import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';

/** What a transfer needs of the page around it. */
export interface TransferPage {
  readonly t: TFunction;
  readonly queries: QueryClient;
  goTo(address: string): void;
  /** The path that the page shows now; undefined when its address says none. */
  shownPath(): string | undefined;
}
