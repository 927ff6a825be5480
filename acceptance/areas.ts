import type { Exchange } from './goldens/golden-format.ts';

/** Every area of the recordings that is asked over HTTP; `cli.test.ts` runs the commands of the area `cli`. */
export const AREAS = [
  'auth',
  'command-ws',
  'errors',
  'events',
  'preview',
  'public',
  'raw-archives',
  'resources-get',
  'resources-write',
  'rules',
  'search',
  'settings',
  'shares',
  'signup',
  'static-index',
  'subtitle',
  'tus',
  'usage',
  'users',
] as const;
export type Area = (typeof AREAS)[number];

/** What an exchange needs: built, or the issue that will build it. */
const CAPABILITIES = {
  'sign-in': 'built',
  page: 'built',
  listing: 'built',
  creating: 'built',
  downloads: 'built',
  uploads: 'built',
  usage: 'built',
  'remembered sorting': 'built',
  'sorting by anything': 'built',
  archives: 'built',
  checksums: 'built',
  'recursive listing': 'built',
  saving: 'built',
  deleting: 'built',
  'moving and copying': 'built',
  'raw text by X-Encoding': 'built',
  'picture sizes': 'built',
  previews: 'built',
  subtitles: 'built',
  search: 'built',
  shares: 'built',
  'public links': 'built',
  users: 'built',
  settings: 'built',
  'sign-up': 'built',
  'sign-in by a proxy': 'built',
  'sign-in by a hook': 'built',
  captcha: 'built',
  branding: 'built',
  shell: 'built',
  'commands on events': 'built',
} as const satisfies Readonly<Record<string, 'built' | number>>;
export type Capability = keyof typeof CAPABILITIES;

function isBuilt(capability: Capability): boolean {
  return CAPABILITIES[capability] === 'built';
}

/** Why an exchange is not replayed yet, or undefined when it is. */
export function pendingReason(
  area: Area,
  scenario: string,
  exchange: Exchange,
): string | undefined {
  const places = [area, `${area} / ${scenario}`, `${area} / ${scenario} / ${exchange.name}`];
  const needs = [...places.flatMap((place) => NEEDS[place] ?? []), ...needsOf(exchange)];
  const missing = needs.find((capability) => !isBuilt(capability));
  return missing && `${missing}: issue ${CAPABILITIES[missing]}`;
}

/** Areas, scenarios and single exchanges that stand on more than their own request shows. */
const NEEDS: Readonly<Record<string, readonly Capability[]>> = {
  'command-ws': ['shell'],
  events: ['commands on events'],
  preview: ['previews'],
  public: ['public links'],
  search: ['search'],
  shares: ['shares'],
  signup: ['sign-up'],
  subtitle: ['subtitles'],
  users: ['users'],
  'auth / renewal wanted after a change': ['users'],
  'auth / permission change acts at once': ['users'],
  'auth / proxy': ['sign-in by a proxy'],
  'public / owner loses a right': ['users'],
  'auth / hook': ['sign-in by a hook'],
  'resources-get / hidden files / GET /api/resources/ as bob': ['users'],
  'resources-get / hidden files / GET /api/resources/.hidden as bob': ['users'],
  ...Object.fromEntries(
    [
      'names by type asc False',
      'mixed by type asc True',
      'names by type asc True',
      'names by  asc False',
      'mixed by  asc True',
    ].map((name) => [`resources-get / order / ${name}`, ['sorting by anything']]),
  ),
  'resources-write / put': ['saving'],
  'resources-write / copy': ['moving and copying'],
  'resources-write / rename': ['moving and copying'],
  'resources-write / delete': ['deleting'],
  'static-index / branding': ['branding'],
  'static-index / injected object under proxy': ['sign-in by a proxy'],
  'static-index / injected object under hook': ['sign-in by a hook'],
  'static-index / injected object under captcha': ['captcha'],
  'static-index / injected object under signup': ['sign-up'],
  'settings / read and write': ['settings'],
};

type Rule = readonly [
  capability: Capability,
  applies: (exchange: Exchange, path: string) => boolean,
];

const below = (prefix: string) => (_: Exchange, path: string) =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`);

const changes = (method: string) => (exchange: Exchange, path: string) =>
  exchange.request.method === method && below('/api/resources')(exchange, path);

const RULES: readonly Rule[] = [
  ['checksums', (_, path) => /[?&]checksum=/.test(path)],
  ['recursive listing', below('/api/resources/recursive')],
  ['raw text by X-Encoding', (exchange) => exchange.request.headers?.['X-Encoding'] !== undefined],
  ['saving', changes('PUT')],
  ['deleting', changes('DELETE')],
  ['moving and copying', changes('PATCH')],
  [
    'archives',
    (exchange, path) =>
      exchange.decode === 'archive' || /^\/api\/raw.*[?&](?:algo|files)=/.test(path),
  ],
  ['previews', (_, path) => /^\/api\/preview\/[^/]+\//.test(path)],
  ['subtitles', below('/api/subtitle')],
  ['search', below('/api/search')],
  [
    'shares',
    (exchange, path) => below('/api/share')(exchange, path) || below('/api/shares')(exchange, path),
  ],
  ['public links', below('/api/public')],
  ['settings', below('/api/settings')],
  ['sign-up', below('/api/signup')],
  [
    'shell',
    (exchange, path) =>
      exchange.request.websocket !== undefined || below('/api/command')(exchange, path),
  ],
  ['remembered sorting', (exchange) => isOwnSorting(exchange)],
  ['sorting by anything', (exchange) => isOwnSorting(exchange) && !isSortingOfThePage(exchange)],
  ['users', (exchange, path) => /^\/api\/users(?:\/\d+)?$/.test(path) && !isOwnSorting(exchange)],
];

function needsOf(exchange: Exchange): Capability[] {
  const path = exchange.request.path.replace(/^\/fb\//, '/');
  return RULES.filter(([, applies]) => applies(exchange, path)).map(([capability]) => capability);
}

/** The page keeps a listing's order on the server before there is a screen for users. */
function isOwnSorting({ request }: Exchange): boolean {
  if (request.method !== 'PUT' || !/^\/api\/users\/\d+$/.test(request.path)) return false;
  return JSON.stringify(request.json ?? null).includes('"which":["sorting"]');
}

function isSortingOfThePage({ request }: Exchange): boolean {
  return /"by":"(?:name|size|modified)"/.test(JSON.stringify(request.json ?? null));
}
