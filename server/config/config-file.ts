import { access, constants, readFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';

export interface ConfigFile {
  /** Absolute path. */
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface ConfigFileSearch {
  /** Path given by `--config`. Then no other file is searched for. */
  readonly named: string | undefined;
  readonly workingFolder: string;
  readonly home: string | undefined;
}

const EXTENSIONS = ['json', 'toml', 'yaml', 'yml'];

/**
 * Returns the absolute paths of possible configuration files, for this or the next start. The first existing one is
 * used.
 */
export function configFilePaths({ named, workingFolder, home }: ConfigFileSearch): string[] {
  if (named !== undefined) return [resolve(workingFolder, named)];
  const folders = [workingFolder, home ?? '', '/etc/filebrowser'];
  return folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => EXTENSIONS.map((extension) => join(folder, `.filebrowser.${extension}`)));
}

/** Reads the first existing file. Throws StartupError if it cannot be read or parsed. */
export async function findConfigFile(
  paths: readonly string[],
  { isNamed }: { readonly isNamed: boolean },
): Promise<ConfigFile | undefined> {
  for (const path of paths) {
    // A process that has changed its user still has the home of the first one in its environment.
    if (!isNamed && !(await canBeEntered(dirname(path)))) continue;
    const file = await readConfigFile(path);
    if (file !== undefined) return file;
  }
  return undefined;
}

async function canBeEntered(folder: string): Promise<boolean> {
  return access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new StartupError(`the configuration file ${path} cannot be read (${error.code})`);
  });
  // An empty file contains no settings. Container runtimes leave one as a mount point.
  if (text === undefined || text.trim() === '') return undefined;
  const content = await parseText(path, text);
  if (content === null || typeof content !== 'object' || Array.isArray(content)) {
    throw new StartupError(`${path} has to contain names and values`);
  }
  return { path, content: { ...content } };
}

/**
 * Parses JSON, TOML or YAML, by the ending of the name unless another one is given. Errors name the line. Parsers are
 * loaded on demand, because most servers have no such file.
 */
export async function parseText(
  path: string,
  text: string,
  ending: string = extname(path),
): Promise<unknown> {
  switch (ending.toLowerCase()) {
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
    // The engine reports a position except for a text that ends too early.
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
