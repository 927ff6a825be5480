import { STATUS_CODES } from 'node:http';
import type {
  RecordedBody,
  RecordedRequest,
  RecordedResponse,
  HeaderExpectation,
  Json,
} from '../replay/recording-format.ts';

/** An expected response that differs from the recorded one by a decision. */
export interface Expectation {
  /** The decision, in one line. */
  readonly rule: string;
  readonly response: (recorded: RecordedResponse) => RecordedResponse;
  /** True if lists may be in any order. */
  readonly unordered?: true;
  /** Changes the request, for exchanges that depend on an earlier one whose result differs from the recording. */
  readonly request?: (recorded: RecordedRequest) => RecordedRequest;
}

/** Expectations by scenario and exchange. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, Expectation>>>>;

type Disk = Pick<RecordedResponse, 'fs'>;

/** Expects a plain refusal: the status as text, and for 400 optionally the reason. */
export function refused(
  rule: string,
  status: number | readonly number[],
  disk: Disk = {},
): Expectation {
  const lines = [status].flat().map((code) => {
    const line = `${code} ${reasonPhrase(code)}`;
    return code === 400 ? String.raw`${line}(?: \([^\n]+\))?` : line;
  });
  const body = { pattern: new RegExp(`^(?:${lines.join('|')})\n$`) };
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  };
  return { rule, response: () => ({ status, headers, body, ...disk }) };
}

export function wrongMethod(rule: string, allowed: RegExp, disk: Disk = {}): Expectation {
  const { response } = refused(rule, 405, disk);
  const headers = { 'content-type': 'text/plain; charset=utf-8', allow: allowed };
  return { rule, response: (recorded) => ({ ...response(recorded), headers }) };
}

/** Expects the recorded response, with the given changes. */
export function asRecorded(rule: string, changes: Partial<RecordedResponse> = {}): Expectation {
  return { rule, response: (recorded) => ({ ...recorded, ...changes }) };
}

export function answered(
  rule: string,
  body: RecordedBody,
  headers: Readonly<Record<string, HeaderExpectation>> = {},
): Expectation {
  return { rule, response: () => ({ status: 200, headers, body }) };
}

export function inAnyOrder(rule: string): Expectation {
  return { rule, response: (recorded) => recorded, unordered: true };
}

/**
 * Expects the original modification time of the root. File Browser 2 created a probe file in it at each start, which changed
 * the time.
 */
export function untouchedRoot(): Expectation {
  const modified = '2016-02-02T01:07:13.001234567Z';
  return {
    rule: 'defect 28: no probe file is created in the root',
    response: (recorded) => ({ ...recorded, body: { json: { ...jsonOf(recorded), modified } } }),
  };
}

/** Expects the recorded response with other types of some entries of the folder. */
export function ofTypes(rule: string, types: Readonly<Record<string, string>>): Expectation {
  const retyped = (item: Json): Json => {
    const name = isObject(item) ? item['name'] : undefined;
    const type = typeof name === 'string' ? types[name] : undefined;
    return isObject(item) && type !== undefined ? { ...item, type } : item;
  };
  return {
    rule,
    response: (recorded) => {
      const { items, ...folder } = jsonOf(recorded);
      const list = Array.isArray(items) ? items.map(retyped) : [];
      return { ...recorded, body: { json: { ...folder, items: list } } };
    },
  };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the recorded object of a JSON response. */
export function jsonOf({ body }: RecordedResponse): { readonly [key: string]: Json } {
  return (body?.json ?? {}) as { readonly [key: string]: Json };
}

function reasonPhrase(code: number): string {
  return code === 413 ? 'Request Entity Too Large' : (STATUS_CODES[code] ?? '');
}

/** Expects the recorded response with these headers instead. */
export function withHeaders(
  rule: string,
  headers: Readonly<Record<string, HeaderExpectation>>,
): Expectation {
  return {
    rule,
    response: (recorded) => ({ ...recorded, headers: { ...recorded.headers, ...headers } }),
  };
}
