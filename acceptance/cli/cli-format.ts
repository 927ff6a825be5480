import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../replay/recording-format.ts';
import { RECORDINGS } from '../paths.ts';

/** A recorded command. If `overruled` is set, the response is that of File Browser 2 and differs from the required one. */
export interface CliExchange {
  readonly name: string;
  readonly cli: {
    readonly args: readonly string[];
    /** Files written before the command. */
    readonly files?: Readonly<Record<string, string>>;
  };
  readonly response: {
    readonly status: 0 | 1;
    /** Expected `stdout`, and files by name: a JSON document, or the text of a YAML one. */
    readonly body?: Readonly<Record<string, Json>>;
  };
  readonly overruled?: string;
}

/** Commands that run in one folder, one after the other. */
export interface CliScenario {
  readonly name: string;
  readonly exchanges: readonly CliExchange[];
}

export function loadCliScenarios(): readonly CliScenario[] {
  const text = readFileSync(join(RECORDINGS, 'exchanges', 'cli.json'), 'utf8');
  return (JSON.parse(text) as { scenarios: CliScenario[] }).scenarios;
}
