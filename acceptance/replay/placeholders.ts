import { createHash } from 'node:crypto';
import type { RunningServer } from '../server/running-server.ts';
import { forgedToken, type Sessions } from '../http/session.ts';

/** Values of the placeholders of one scenario. */
export interface Known {
  readonly server: RunningServer;
  readonly sessions: Sessions;
  /** Values captured from earlier responses. */
  readonly captures: Map<string, string>;
}

const PLACEHOLDER = /\{([A-Z][A-Z0-9_]*(?::[^{}]*)?|NOW[+-]\d+|INT<=total|64 NUMBERS)\}/g;
const PADDING = 'x'.repeat(2_000_000);

const PATTERNS: Readonly<Record<string, string>> = {
  NOW: String.raw`(?:20(?:2[6-9]|[3-9]\d)-[\d:.TZ+-]+|\w{3}, \d\d \w{3} 20(?:2[6-9]|[3-9]\d) [\d:]{8} GMT)`,
  ETAG: '"[0-9a-f]+"',
  BCRYPT: String.raw`\$2[aby]\$\d\d\$[./0-9A-Za-z]{53}`,
  KEY: '[A-Za-z0-9+/]{86}==',
};

/** Returns the text of a request with every placeholder replaced. */
export async function fillIn(text: string, known: Known): Promise<string> {
  let filled = '';
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    filled += text.slice(end, match.index) + (await valueOf(match[1] ?? '', known));
    end = match.index + match[0].length;
  }
  return filled + text.slice(end);
}

/** Returns whether a recorded text with placeholders matches the received one. */
export function describes(recorded: string, actual: string, known: Known): boolean {
  const digest = /^\{SHA256:([0-9a-f]{64}):(\d+)\}$/.exec(recorded);
  if (digest !== null) return sha256(Buffer.from(actual)) === digest[1];
  if (!recorded.includes('{')) return recorded === actual;
  const pieces = recorded.split(PLACEHOLDER);
  const seen = new Set<string>();
  const source = pieces.map((piece, at) =>
    at % 2 === 0 ? escaped(piece) : patternOf(piece, known, seen),
  );
  return new RegExp(`^${source.join('')}$`, 's').test(actual);
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function valueOf(name: string, known: Known): Promise<string> {
  const [kind, first = '', second = ''] = name.split(':');
  if (kind === 'TOKEN' && first !== '') return known.sessions.tokenOf(first);
  if (kind === 'FORGED') return forgedToken(known.server, first, second);
  if (kind === 'PAD') return PADDING;
  const value = literal(name, known);
  if (value === undefined) throw new Error(`unknown placeholder {${name}}`);
  return value;
}

function literal(name: string, { server, captures }: Known): string | undefined {
  if (name === 'ROOT') return server.root;
  if (name === 'WORK') return server.work;
  if (name === 'HOST') return server.host;
  return captures.get(name);
}

/** Returns the pattern of a placeholder. If it occurs several times in a text, all occurrences must have the same value. */
function patternOf(name: string, known: Known, seen: Set<string>): string {
  const value = literal(name, known);
  if (value !== undefined) return escaped(value);
  const group = /^[A-Z][A-Z0-9_]*$/.test(name) ? name : undefined;
  const pattern = PATTERNS[name] ?? String.raw`[\w'()+,./:=?-]+`;
  if (group === undefined) return pattern;
  if (seen.has(group)) return String.raw`\k<${group}>`;
  seen.add(group);
  return `(?<${group}>${pattern})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
}
