import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDINGS } from '../paths.ts';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export interface RecordedRequest {
  readonly method: string;
  /** Sent unchanged, without normalization. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
  readonly base64?: string;
  readonly repeat?: string;
  readonly size?: number;
  readonly websocket?: readonly string[];
}

export interface RecordedBody {
  readonly text?: string;
  readonly json?: Json;
  readonly ndjson?: readonly Json[];
  readonly jwt?: { readonly payload: Json; readonly lifetime: number };
  readonly index?: { readonly [key: string]: Json };
  readonly sha256?: string;
  readonly length?: number;
  readonly archive?: Json;
  readonly image?: Json;
  /** All messages of a WebSocket, and the code and reason of its close. */
  readonly messages?: Json;
  readonly closed?: string;
  readonly note?: string;
  /** Only in expectations: pattern that the text must match. */
  readonly pattern?: RegExp;
  /** Only in expectations: keys that the JSON object must not have. */
  readonly without?: readonly string[];
}

export type DiskState =
  | {
      readonly kind: 'file';
      /** Absent if the text contains placeholders. */
      readonly size?: number;
      readonly text?: string;
      readonly sha256?: string;
    }
  | { readonly kind: 'dir'; readonly entries: readonly string[] }
  | null;

export type HeaderExpectation = string | readonly string[] | null | RegExp;

export interface RecordedResponse {
  /** 0 means a dropped connection. A list means that each of its values is correct. */
  readonly status: number | readonly number[];
  /** `null` means that the header must be absent. */
  readonly headers?: Readonly<Record<string, HeaderExpectation>>;
  readonly body?: RecordedBody;
  readonly fs?: Readonly<Record<string, DiskState>>;
}

export interface Exchange {
  readonly name: string;
  /** A user's name, or `anon`. */
  readonly as: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  readonly capture?: Readonly<Record<string, string>>;
  /** Seconds to wait before the request. */
  readonly sleep?: number;
  readonly unordered?: boolean;
  readonly body_free?: boolean;
  readonly absent_headers?: readonly string[];
  readonly reuse_connection?: boolean;
  readonly overruled?: string;
  readonly decode?: string;
}

export interface Scenario {
  readonly name: string;
  readonly setup: string;
  readonly exchanges: readonly Exchange[];
}

export interface Setup {
  readonly name: string;
  /** Base64 of the key with which File Browser 2 signed tokens. */
  readonly key: string;
  readonly users: readonly {
    readonly id: number;
    readonly username: string;
    readonly password: string;
  }[];
  readonly base: string;
  readonly flags: readonly string[];
  readonly files: readonly string[];
  readonly login_headers: Readonly<Record<string, string>>;
}

export function loadScenarios(area: string): readonly Scenario[] {
  const file = join(RECORDINGS, 'exchanges', `${area}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { scenarios: Scenario[] }).scenarios;
}

export function loadSetup(name: string): Setup {
  return JSON.parse(readFileSync(join(setupFolder(name), 'setup.json'), 'utf8')) as Setup;
}

export function setupFolder(name: string): string {
  return join(RECORDINGS, 'setups', name);
}
