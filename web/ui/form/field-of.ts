import type { TFunction } from 'i18next';
import { refusalOf, refusalSentence } from '../../i18n/failure-text.ts';

/** What a server said is wrong, and where. */
export interface FieldFailure {
  /** As on the wire, nested ones with dots: `branding.color`. Undefined where the server named none. */
  readonly field: string | undefined;
  /** The server's words, in English. */
  readonly reason: string;
}

const REFUSAL = /^400 Bad Request \((.+)\)$/s;
const FIELD = /^([A-Za-z][\w.[\]]*): (.+)$/s;

/** Reads `400 Bad Request (field: reason)`; undefined for every other failure. Knows failures by their `status`. */
export function fieldOf(failure: unknown): FieldFailure | undefined {
  if (!(failure instanceof Error) || !('status' in failure) || failure.status !== 400) {
    return undefined;
  }
  const told = REFUSAL.exec(failure.message)?.[1];
  if (told === undefined) return undefined;
  const [, field, reason] = FIELD.exec(told) ?? [];
  return { field, reason: reason ?? told };
}

/** The reason alone, for the field that it is about: in the language of the page, where it is one that people can meet. */
export function fieldText(t: TFunction, failure: unknown): string | undefined {
  const refusal = refusalOf(failure);
  return refusal ? refusalSentence(t, refusal) : fieldOf(failure)?.reason;
}
