import type { Area } from '../areas.ts';
import { TREE_ENTRIES } from '../replay/fixture-tree.ts';
import type { Json, RecordedResponse } from '../replay/recording-format.ts';

/** Names of exchanges by area and scenario. */
type Exchanges = Partial<Readonly<Record<Area, Readonly<Record<string, readonly string[]>>>>>;

/** The recorded exchanges that a managed store does not make possible, by the reason. */
const IMPOSSIBLE: Readonly<Record<string, Exchanges>> = {
  'commands of users do not run: files have no paths on the machine': {
    'command-ws': {
      on: [
        'runner: ["echo \'x"]',
        "runner: ['ls']",
        "runner: ['pwd']",
        'runner: ["sh -c \'echo out; echo err >&2; exit 3\'"]',
        "runner: ['echo $HOME a#b #c']",
        "runner: ['echo a\\\\ b']",
        "runner: ['ls none']",
        "runner: ['ls'] (2)",
        'two messages',
        'non-ASCII',
        'own origin',
        'by query',
      ],
    },
  },
  'event hooks do not run: files have no paths on the machine': {
    events: {
      'what each event is told': [
        'POST /api/resources/e.txt as bob',
        'POST /api/resources/edir/ as bob',
        'PUT /api/resources/e.txt as bob',
        'PATCH /api/resources/e.txt?action=copy&destination=%2Fe2.txt as bob',
        'PATCH /api/resources/e2.txt?action=rename&destination=%2Fe3.txt as bob',
        'DELETE /api/resources/e3.txt as bob',
        'POST /api/tus/t.bin as bob',
        'PATCH /t.bin at 0',
        'POST /api/resources/sp%20a%27ce.txt as bob',
      ],
      'failing ones': [
        'POST /api/resources/created/ as bob',
        'POST /api/resources/created.txt as bob',
        'POST /api/resources/a.txt?override=true as bob',
        'DELETE /api/resources/movie.en.srt as bob',
        'POST /api/resources/never.txt as bob',
        'PUT /api/resources/docs/b.txt as bob',
        'PUT again',
        'PATCH /api/resources/docs/b.txt?action=rename&destination=%2Fq.txt as bob',
      ],
    },
  },
  'it has no symlinks': {
    preview: {
      errors: ['GET /api/preview/thumb/links/out-file as carol'],
    },
    public: {
      'rules, hidden files and links inside': [
        'GET /api/public/share/{H4}/elsewhere as anon',
        'GET /api/public/dl/{H4}/elsewhere as anon',
        'GET /api/public/dl/{H4}/elsewhere-dir/one.txt as anon',
        'GET /api/public/dl/{H4}/?algo=tar as anon',
        'GET /api/public/dl/{H4}/parent/bob/a.txt as anon',
      ],
    },
    'raw-archives': {
      'one file': [
        'GET /api/raw/links/in-file as carol',
        'GET /api/raw/links/in-file?inline=true as carol',
      ],
      'what is inside': [
        'GET /api/raw/linkcopy?algo=tar as carol',
        'GET /api/raw/linkcopy2?algo=zip as carol',
      ],
    },
    'resources-get': {
      links: [
        'GET /api/resources/links/in-file as carol',
        'GET /api/resources/links/in-file.txt as carol',
        'GET /api/resources/links/in-dir/in.txt as carol',
        'GET /api/resources/links/parent as carol',
        'GET /api/resources/links/elsewhere-dir/ as carol',
        'GET /api/resources/recursive/links/ as carol',
        'GET /api/resources/links/in-file.txt?checksum=md5 as carol',
        'X-Encoding',
      ],
    },
    rules: {
      'of a user': [
        'GET /api/resources/links/chain as ruled',
        'GET /api/raw/links/in-file as ruled',
      ],
    },
    shares: {
      life: ['link that leaves', 'link that stays'],
    },
    usage: {
      usage: ['GET /api/usage/links/out-dir/ as carol'],
    },
  },
  'it has no pipes and devices': {
    'resources-get': {
      'odd files': [
        'GET /api/resources/mixed/pipe.txt as carol',
        'GET /api/raw/mixed/pipe.txt as carol',
      ],
    },
  },
};

/** Recorded listings of the root, which has the permissions of new folders, because an import does not change them. */
const OF_ROOT: Exchanges = {
  'resources-get': {
    'hidden files': ['GET /api/resources/ as dots'],
  },
  rules: {
    'of a user': ['GET /api/resources/ as ruled'],
  },
  settings: {
    'quick setup': ['GET /api/resources/ as root'],
  },
};

/** Mode of new folders (0750), as Go writes it. */
const NEW_FOLDER = (0x8000_0000 | 0o750) >>> 0;

/** The bits of setuid, setgid and sticky in a recorded mode, as Go has them. */
const SPECIAL = (1 << 23) | (1 << 22) | (1 << 20);

/** Names of the entries of the fixture tree that an import into a managed store passes over. */
const NOT_IMPORTED: ReadonlySet<string> = new Set(
  TREE_ENTRIES.filter(({ kind }) => kind === 'symlink' || kind === 'fifo').map(
    ({ path }) => path.split('/').at(-1) ?? '',
  ),
);

/** Returns why an exchange is impossible on a managed store; undefined if it is possible. */
export function impossibleOnStore(
  area: Area,
  scenario: string,
  exchange: string,
): string | undefined {
  const named = { area, scenario, exchange };
  return Object.entries(IMPOSSIBLE).find(([, exchanges]) => isAmong(exchanges, named))?.[0];
}

/** Place of an exchange in the recordings. */
interface NamedExchange {
  readonly area: Area;
  readonly scenario: string;
  readonly exchange: string;
}

function isAmong(exchanges: Exchanges, { area, scenario, exchange }: NamedExchange): boolean {
  return exchanges[area]?.[scenario]?.includes(exchange) === true;
}

/** Returns the exchanges above as `area / scenario / exchange`, to find those without a recording. */
export function impossibleNames(): string[] {
  return Object.values(IMPOSSIBLE).flatMap((names) =>
    Object.entries(names).flatMap(([area, scenarios]) =>
      Object.entries(scenarios).flatMap(([scenario, exchanges]) =>
        exchanges.map((exchange) => `${area} / ${scenario} / ${exchange}`),
      ),
    ),
  );
}

/** Returns the recorded response without what the store does not keep: symlinks and pipes in a list, and special permissions. */
export function onStore(response: RecordedResponse, named: NamedExchange): RecordedResponse {
  const { json, ndjson } = response.body ?? {};
  if (ndjson !== undefined) {
    const kept = ndjson.filter((item) => !leadsToMissing(item));
    return { ...response, body: { ...response.body, ndjson: kept } };
  }
  if (Array.isArray(json)) {
    const kept = json.filter((item: Json) => !leadsToMissing(item));
    return { ...response, body: { ...response.body, json: kept } };
  }
  if (!isObject(json)) return response;
  const listing = isAmong(OF_ROOT, named) ? { ...json, mode: NEW_FOLDER } : json;
  const kept = withoutSpecial(withoutMissing(listing));
  return { ...response, body: { ...response.body, json: kept } };
}

type JsonObject = { readonly [key: string]: Json };

function withoutMissing(listing: JsonObject): JsonObject {
  const all = listing['items'];
  if (!Array.isArray(all)) return listing;
  const missing = all.filter(isMissing);
  const folders = missing.filter((item) => isObject(item) && item['isDir'] === true).length;
  return {
    ...listing,
    ...lessened(listing, 'numDirs', folders),
    ...lessened(listing, 'numFiles', missing.length - folders),
    items: all
      .filter((item) => !isMissing(item))
      .map((item: Json) => (isObject(item) ? withoutSpecial(item) : item)),
  };
}

/** Returns a count of a listing, less `missing`; nothing where an expectation leaves the count out. */
function lessened(listing: JsonObject, name: string, missing: number): JsonObject {
  const count = listing[name];
  return typeof count === 'number' ? { [name]: count - missing } : {};
}

/** Returns an item without setuid, setgid and sticky bit. */
function withoutSpecial(item: JsonObject): JsonObject {
  const mode = item['mode'];
  return typeof mode === 'number' ? { ...item, mode: (mode & ~SPECIAL) >>> 0 } : item;
}

function isMissing(item: Json): boolean {
  return isObject(item) && typeof item['name'] === 'string' && NOT_IMPORTED.has(item['name']);
}

/** Returns true for a search result or a share of an entry that was not imported. */
function leadsToMissing(item: Json): boolean {
  if (!isObject(item) || typeof item['path'] !== 'string') return false;
  return NOT_IMPORTED.has(item['path'].split('/').at(-1) ?? '');
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
