import type { Entry } from '#contract/files.ts';
import type { TFunction } from 'i18next';
import type { Transferred } from '../../api/transfers.ts';
import { maySucceedLater } from '../../api/may-succeed-later.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { isolate } from '../../lib/isolate.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import type { FailedItem } from '../../state/dialog-spec.ts';
import { dialogs } from '../../state/dialogs.ts';
import { type ToastAction, toasts } from '../../state/toasts.ts';
import { undoButton } from '../../state/undo.ts';
import type { TransferRequest } from '../../state/transfer-plan.ts';
import { folderName } from './folder-name.ts';
import type { TransferPage } from './transfer-page.ts';

type Kind = TransferRequest['kind'];

export interface TransferResult {
  readonly kind: Kind;
  readonly to: string;
  readonly done: readonly Entry[];
  readonly failed: readonly {
    readonly item: { readonly name: string; readonly entry: Entry };
    readonly failure: unknown;
  }[];
  /** Items inside copied folders that were not copied, for each transferred entry. */
  readonly leftOut: readonly Transferred['leftOut'][];
  /** Number of requested entries. */
  readonly asked: number;
  readonly cancelled: boolean;
  /** True if the message may offer to open the destination: something has arrived there, and it is not being opened anyway. */
  readonly offersToShow: boolean;
  /** Key of the action in the history; undefined if there is nothing to undo. */
  readonly group: string | undefined;
  /** Starts the transfer of failed entries again. */
  repeat(entries: readonly Entry[]): void;
}

/** Reports completed, skipped and failed entries, in this order. */
export function reportResult(page: TransferPage, result: TransferResult): void {
  const { t } = page;
  const { show } = toasts.getState();
  const text = successText(t, result);
  const isShown = page.shownPath() === `${result.to}/`;
  const goThere = {
    label: t('transfers.show'),
    run: () => page.goTo(filesAddress(`${result.to}/`)),
  };
  const undoneBy = result.kind === 'copy' ? 'trashing' : 'moving';
  const undo = result.group === undefined ? undefined : undoButton(t, undoneBy, [result.group]);
  if (result.cancelled) show('info', cancelledText(t, result), undo);
  else if (text !== undefined) {
    show('success', text, result.offersToShow && !isShown ? goThere : undefined, undo);
  }
  reportSkipped(t, result);
  reportFailures(t, result);
}

function successText(t: TFunction, { kind, to, done }: TransferResult): string | undefined {
  const [first, ...others] = done;
  if (!first) return undefined;
  const folder = folderName(t, to);
  if (others.length > 0) return t(`transfers.${kind}.doneMany`, { count: done.length, folder });
  return t(`transfers.${kind}.doneOne`, { name: first.name, folder });
}

function cancelledText(t: TFunction, { kind, done, asked }: TransferResult): string {
  return t(`transfers.${kind}.cancelled`, { done: done.length, total: asked });
}

/** Maximum number of names in a message. */
const MAX_NAMES = 5;

function reportSkipped(t: TFunction, { leftOut }: TransferResult): void {
  const count = leftOut.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return;
  const names = leftOut
    .flatMap((one) => one.names)
    .slice(0, MAX_NAMES)
    .map(isolate);
  const listed = count > names.length ? [...names, '…'] : names;
  toasts.getState().show('warning', t('transfers.leftOut', { count, names: listed.join(', ') }));
}

function reportFailures(t: TFunction, { kind, failed, repeat }: TransferResult): void {
  const failures = failed.map(({ item: { name }, failure }) => ({
    name,
    reason: failureText(t, failure),
  }));
  const repeatable = failed
    .filter(({ failure }) => maySucceedLater(failure))
    .map(({ item }) => item.entry);
  const again =
    repeatable.length > 0 ? { label: t('common.retry'), run: () => repeat(repeatable) } : undefined;
  showFailures(t, kind, failures, again);
}

/** Shows the reason of one failure, or the number of several with a button that lists them. */
function showFailures(
  t: TFunction,
  kind: Kind,
  failures: readonly FailedItem[],
  again?: ToastAction,
): void {
  const [first, ...others] = failures;
  if (!first) return;
  const { show } = toasts.getState();
  if (others.length === 0) {
    show('error', t(`transfers.${kind}.failedOne`, { ...first }), again);
    return;
  }
  const title = t(`transfers.${kind}.failedMany`, { count: failures.length });
  const details = {
    label: t('transfers.details'),
    run: () => dialogs.getState().open({ kind: 'failures', title, failures }),
  };
  show('error', title, details, again);
}

/** Reports folders that cannot be transferred, because the destination is inside of them. */
export function reportIntoThemselves(t: TFunction, kind: Kind, folders: readonly Entry[]): void {
  const [first, ...others] = folders;
  if (!first) return;
  const text =
    others.length === 0
      ? t(`transfers.${kind}.intoItselfOne`, { name: first.name })
      : t(`transfers.${kind}.intoItself`, { count: folders.length });
  toasts.getState().show('error', text);
}

/** Reports name conflicts whose existing entry is not visible to the user. */
export function reportUnexplained(t: TFunction, kind: Kind, entries: readonly Entry[]): void {
  const reason = t('errors.alreadyExists');
  showFailures(
    t,
    kind,
    entries.map(({ name }) => ({ name, reason })),
  );
}
