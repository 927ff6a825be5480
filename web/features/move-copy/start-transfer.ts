import type { Entry } from '#contract/files.ts';
import { entriesNow } from '../../api/existing.ts';
import { folderQuery } from '../../api/files.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { clearClipboard, clipboard } from '../../state/clipboard.ts';
import { dialogs } from '../../state/dialogs.ts';
import { session } from '../../state/session.ts';
import { showFailure, whatAndWhy } from '../../state/show-failure.ts';
import { toasts } from '../../state/toasts.ts';
import {
  conflictsOfRefused,
  folderHolding,
  isAlreadyThere,
  planTransfer,
  settleTransfer,
  type TransferConflict,
  type TransferRequest,
  type TransferStep,
} from '../../state/transfer-plan.ts';
import { performTransfer } from './perform-transfer.ts';
import type { TransferPage } from './transfer-page.ts';
import { reportIntoThemselves, reportUnexplained } from './report-transfer.ts';

/** Begins a transfer, and shows why it has failed. */
export function beginTransfer(page: TransferPage, request: TransferRequest): void {
  showFailureOf(page, request, startTransfer(page, request));
}

/**
 * Copies or moves entries into a folder, after a question about existing names. Resolves when the transfer has ended, or
 * as soon as the question is shown. Throws ApiError if the folder cannot be read: before anything is sent, or later,
 * when names were taken in the meantime and the folder is read again.
 */
async function startTransfer(page: TransferPage, request: TransferRequest): Promise<void> {
  if (isAlreadyThere(request)) {
    toasts
      .getState()
      .show('info', page.t('transfers.alreadyThere', { count: request.entries.length }));
    return;
  }
  const existing = needsNoQuestion(request) ? [] : await entriesNow(page.queries, `${request.to}/`);
  const { steps, conflicts, intoThemselves } = planTransfer(request, existing);
  reportIntoThemselves(page.t, request.kind, intoThemselves);
  const goOn = (settled: readonly TransferStep[]) => perform(page, request, [...steps, ...settled]);
  if (conflicts.length === 0) return goOn([]);
  askAbout(request, conflicts, (settled) => showFailureOf(page, request, goOn(settled)));
}

/** Returns true for copies within the same folder, which get new names. */
function needsNoQuestion({ kind, entries, to }: TransferRequest): boolean {
  return kind === 'copy' && entries.every((entry) => folderHolding(entry) === to);
}

function askAbout(
  { kind, to }: TransferRequest,
  conflicts: readonly TransferConflict[],
  goOn: (settled: readonly TransferStep[]) => void,
): void {
  dialogs.getState().openWhenFree({
    kind: 'transfer-conflicts',
    operation: kind,
    to,
    conflicts,
    mayReplace: session.getState().user?.perm.modify ?? false,
    settle: (choices) => goOn(settleTransfer(conflicts, choices)),
  });
}

async function perform(
  page: TransferPage,
  request: TransferRequest,
  steps: readonly TransferStep[],
): Promise<void> {
  if (steps.length === 0) return;
  forgetPasted(request);
  // For entries that have failed, when the user tries again.
  const repeat = (entries: readonly Entry[]) =>
    showFailureOf(page, request, startTransfer(page, { ...request, entries }));
  const taken = await performTransfer(page, request, steps, repeat);
  if (taken.length > 0) await askAgain(page, request, taken);
}

/** Empties the clipboard when a move of its entries begins, because they will be elsewhere. */
function forgetPasted({ kind, entries }: TransferRequest): void {
  const { content } = clipboard.getState();
  if (kind === 'move' && content?.kind === 'cut' && content.entries === entries) clearClipboard();
}

/** Asks again about names that were taken in the meantime, or that the disk treats as equal. */
async function askAgain(
  page: TransferPage,
  request: TransferRequest,
  taken: readonly Entry[],
): Promise<void> {
  // The listing that showed no conflict is outdated.
  const listing = { ...folderQuery(`${request.to}/`), staleTime: 0 };
  const { items: existing } = await page.queries.fetchQuery(listing);
  const { conflicts, unexplained } = conflictsOfRefused(taken, existing);
  reportUnexplained(page.t, request.kind, unexplained);
  if (conflicts.length === 0) return;
  askAbout(request, conflicts, (settled) =>
    showFailureOf(page, request, perform(page, request, settled)),
  );
}

/** Shows why a transfer has failed that no caller waits for. */
function showFailureOf(
  { t }: TransferPage,
  { kind, entries }: TransferRequest,
  transfer: Promise<void>,
): void {
  const [first, ...others] = entries;
  transfer.catch((failure: unknown) => {
    const text =
      first && others.length === 0
        ? t(`transfers.${kind}.failedOne`, { name: first.name, reason: failureText(t, failure) })
        : whatAndWhy(t, t(`transfers.${kind}.failedMany`, { count: entries.length }), failure);
    showFailure(t, failure, text);
  });
}
