/** A value. Names and labels are fixed, and never contain user input. */
export interface Sample {
  /** Suffix of the metric name: `_bucket`, `_sum`, `_count`. */
  readonly ending?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric and its values. */
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Content-Type of the Prometheus text format, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function writeExposition(families: readonly Family[]): string {
  return families.map(familyText).join('');
}

function familyText({ name, type, help, samples }: Family): string {
  const lines = samples.map(({ ending = '', labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    const braces = pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
    return `${name}${ending}${braces} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
