/** Parsed container file. Only the instructions that ours uses are supported. */
export interface ContainerFile {
  /** The last stage is the image. */
  readonly stages: readonly Stage[];
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  readonly entry: readonly string[];
  readonly healthCheck: readonly string[];
}

export interface Stage {
  readonly name: string;
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'set'; readonly values: Readonly<Record<string, string>> }
  | {
      readonly kind: 'copy';
      /** Name of a stage, or undefined for the clone. */
      readonly from: string | undefined;
      readonly sources: readonly string[];
      readonly target: string;
    };

/** Parses a container file. Throws for an unknown instruction, because a skipped one would be untested. */
export function readContainerFile(text: string): ContainerFile {
  const stages: { name: string; steps: Step[] }[] = [];
  let [volumes, entry, healthCheck]: string[][] = [[], [], []];
  let ports: number[] = [];
  for (const [word, rest] of instructionsOf(text)) {
    const steps = stages.at(-1)?.steps ?? [];
    if (word === 'FROM') stages.push({ name: / AS (\S+)$/.exec(rest)?.[1] ?? '', steps: [] });
    else if (word === 'RUN') steps.push({ kind: 'run', command: rest });
    else if (word === 'WORKDIR') steps.push({ kind: 'folder', path: rest });
    else if (word === 'ENV' || word === 'ARG') steps.push({ kind: 'set', values: pairsOf(rest) });
    else if (word === 'COPY') steps.push(copyOf(rest));
    else if (word === 'VOLUME') volumes = listOf(rest);
    else if (word === 'EXPOSE') ports = rest.split(' ').map(Number);
    else if (word === 'ENTRYPOINT') entry = listOf(rest);
    else if (word === 'HEALTHCHECK') healthCheck = listOf(rest.replace(/^.* CMD /, ''));
    else if (word !== 'STOPSIGNAL') throw new Error(`unsupported instruction: ${word} ${rest}`);
  }
  return {
    stages,
    volumes: volumes ?? [],
    ports,
    entry: entry ?? [],
    healthCheck: healthCheck ?? [],
  };
}

function instructionsOf(text: string): [word: string, rest: string][] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.filter(Boolean).map((line) => {
    const space = line.indexOf(' ');
    return [line.slice(0, space), line.slice(space + 1)];
  });
}

function pairsOf(rest: string): Record<string, string> {
  const pairs = rest.split(' ').map((pair) => pair.split('='));
  return Object.fromEntries(pairs.map(([name, value = '']) => [name, value.replaceAll('"', '')]));
}

function copyOf(rest: string): Step {
  const words = rest.split(' ');
  const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
  const paths = from === undefined ? words : words.slice(1);
  return { kind: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

function listOf(rest: string): string[] {
  return JSON.parse(rest) as string[];
}
