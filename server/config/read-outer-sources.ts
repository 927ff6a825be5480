import { resolve } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import type { DatabaseConfig } from './config.ts';
import { configFilePaths, findConfigFile } from './config-file.ts';
import { sqliteFile } from './database-file.ts';
import { environmentOfPrograms, type Surroundings } from './environment.ts';
import { readValues } from './read-values.ts';
import {
  type Flags,
  fromEnvironment,
  fromFile,
  fromFlags,
  type GivenValues,
  merged,
  NO_FILE,
} from './sources.ts';

/** Everything that is known before the database is open. */
export interface OuterSources {
  readonly given: GivenValues;
  /**
   * The database that the server opens. Determined once, because that reads the file: POSIX cancels all locks that a
   * process holds on a file when the process closes any descriptor of it, and SQLite relies on such locks.
   */
  readonly database: DatabaseConfig;
  /** True for a server that waits while another one uses the database, and then takes over. */
  readonly isStandby: boolean;
  /** True if the server answers together with others. The database is PostgreSQL then, and the contents are in a bucket. */
  readonly isCluster: boolean;
  /** Editor theme of new users, if the file contains one. */
  readonly editorTheme: string | undefined;
  readonly configFile: string | undefined;
  /** Paths of possible configuration files. A user who could write one would control the next start. */
  readonly configPaths: readonly string[];
  readonly workingFolder: string;
  readonly programEnvironment: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** First step: reads flags, variables and file, and determines the database. */
export async function readOuterSources(
  flags: Flags,
  surroundings: Surroundings,
): Promise<OuterSources> {
  const { workingFolder, home } = surroundings;
  const fromCommandLine = fromFlags(flags);
  const fromVariables = fromEnvironment(surroundings.variables);
  const named = flags.get('config');
  const configPaths = configFilePaths({ named, workingFolder, home });
  const file = await findConfigFile(configPaths, { isNamed: named !== undefined });
  const fromConfigFile = file === undefined ? NO_FILE : fromFile(file);
  const isMissing = named !== undefined && file === undefined;
  const given = merged(fromCommandLine, fromVariables.given, fromConfigFile.given);
  return {
    given,
    database: databaseOf(given, workingFolder),
    isStandby: readValues(given).values.standby,
    isCluster: requireCluster(given),
    editorTheme: fromConfigFile.editorTheme,
    configFile: file?.path,
    configPaths,
    workingFolder,
    programEnvironment: environmentOfPrograms(surroundings.variables),
    warnings: [
      ...(isMissing ? configPaths.map(missingFile) : []),
      ...fromVariables.warnings,
      ...fromConfigFile.warnings,
    ],
  };
}

/** Returns whether the server is one of a cluster. Throws a StartupError if the other settings do not allow that. */
function requireCluster(given: GivenValues): boolean {
  const { values } = readValues(given);
  if (!values.cluster) return false;
  const origin = given.get('cluster')?.origin ?? '--cluster';
  if (!isPostgres(values.database)) {
    throw new StartupError(
      `${origin} needs a PostgreSQL database, in which the servers coordinate; set --database postgres://…`,
    );
  }
  if (values.storage?.kind !== 'bucket') {
    throw new StartupError(
      `${origin} needs object storage, which all servers reach; set --storage s3://bucket/prefix`,
    );
  }
  if (values.standby) {
    throw new StartupError(
      `${origin} and ${given.get('standby')?.origin} exclude each other: servers of a cluster all answer`,
    );
  }
  return true;
}

function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(database);
}

/**
 * Returns the warning for a missing file. It is not an error, as in File Browser 2, because its container image sets a
 * file that not every installation has (compatibility.md 9.1).
 */
function missingFile(path: string): string {
  return `flag --config: ${path} does not exist or is empty; the server starts without it`;
}

/** Returns the database to open. If the configured file is a database of File Browser 2, it is another file beside it. */
function databaseOf(given: GivenValues, workingFolder: string): DatabaseConfig {
  const { values } = readValues(given);
  const { database } = values;
  return isPostgres(database)
    ? { kind: 'postgres', url: database }
    : sqliteFile(resolve(workingFolder, database));
}
