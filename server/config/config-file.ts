import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';

export interface ConfigFile {
  /** Absolute. */
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface ConfigFileSearch {
  /** As named by `--config`; a file named there has to exist. */
  readonly named: string | undefined;
  readonly workingFolder: string;
  readonly home: string | undefined;
}

const EXTENSIONS = ['json', 'toml', 'yaml', 'yml'];

export async function findConfigFile(search: ConfigFileSearch): Promise<ConfigFile | undefined> {
  if (search.named !== undefined) {
    const path = resolve(search.workingFolder, search.named);
    const file = await readConfigFile(path);
    if (file === undefined) throw new StartupError(`flag --config: there is no file ${path}`);
    return file;
  }
  const folders = [search.workingFolder, search.home, '/etc/filebrowser'];
  for (const folder of folders.filter((found) => found !== undefined && found !== '')) {
    for (const extension of EXTENSIONS) {
      const file = await readConfigFile(join(folder ?? '', `.filebrowser.${extension}`));
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new StartupError(`the configuration file ${path} cannot be read (${error.code})`);
  });
  if (text === undefined) return undefined;
  const content = await parseText(path, text);
  if (content === null || typeof content !== 'object' || Array.isArray(content)) {
    throw new StartupError(`${path} has to hold a list of names and values`);
  }
  return { path, content: { ...content } };
}

/**
 * Reads JSON, TOML or YAML by the ending of the name; a mistake is told with its line. The parsers are
 * loaded when there is something for them: most servers have no such file.
 */
export async function parseText(path: string, text: string): Promise<unknown> {
  switch (extname(path).toLowerCase()) {
    case '.toml':
      return tomlContent(path, text);
    case '.yaml':
    case '.yml':
      return yamlContent(path, text);
    case '.json':
      return jsonContent(path, text);
    default:
      throw new StartupError(`${path} has to end in .json, .toml, .yaml or .yml`);
  }
}

function jsonContent(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The engine tells a position in all cases but one: a text that ends too early.
    const position = Number(/at position (\d+)/.exec(error.message)?.[1] ?? text.length);
    const line = text.slice(0, position).split('\n').length;
    throw new StartupError(`${path}, line ${line}: this is not JSON`, { cause: error });
  }
}

async function tomlContent(path: string, text: string): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0];
    throw new StartupError(`${path}, line ${error.line}: ${reason}`, { cause: error });
  }
}

async function yamlContent(path: string, text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [mistake] = document.errors;
  if (mistake === undefined) return document.toJS() ?? {};
  const line = mistake.linePos?.[0].line ?? 1;
  const reason = mistake.message.split(' at line ')[0];
  throw new StartupError(`${path}, line ${line}: ${reason}`, { cause: mistake });
}
