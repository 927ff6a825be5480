import type { TFunction } from 'i18next';
import { refusalOf, refusalSentence } from '../../i18n/failure-text.ts';

/** Field that the server rejected, and the reason. */
export interface FieldFailure {
  /** Field name as sent, nested ones with dots: `branding.color`; undefined if the server named none. */
  readonly field: string | undefined;
  /** Reason in English, as sent by the server. */
  readonly reason: string;
}

const REFUSAL = /^400 Bad Request \((.+)\)$/s;
const FIELD = /^([A-Za-z][\w.[\]]*): (.+)$/s;

/**
 * Returns the field and the reason in `400 Bad Request (field: reason)`; undefined for every other failure. Recognizes
 * failures of requests by their `status`.
 */
export function fieldOf(failure: unknown): FieldFailure | undefined {
  if (!(failure instanceof Error) || !('status' in failure) || failure.status !== 400) {
    return undefined;
  }
  const message = REFUSAL.exec(failure.message)?.[1];
  if (message === undefined) return undefined;
  const [, field, reason] = FIELD.exec(message) ?? [];
  return { field, reason: reason ?? message };
}

/** Returns the reason for display at its field, translated if the page knows it. */
export function fieldText(t: TFunction, failure: unknown): string | undefined {
  const refusal = refusalOf(failure);
  return refusal ? refusalSentence(t, refusal) : fieldOf(failure)?.reason;
}
