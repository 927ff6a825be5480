import type { Area } from '../areas.ts';
import { AUTH } from './auth.ts';
import { COMMAND_WS } from './command-ws.ts';
import { ERRORS } from './errors.ts';
import { EVENTS } from './events.ts';
import type { Expectation, Expectations } from './expectation.ts';
import { PREVIEW } from './preview.ts';
import { PUBLIC } from './public.ts';
import { RAW_ARCHIVES } from './raw-archives.ts';
import { RESOURCES_GET } from './resources-get.ts';
import { RESOURCES_WRITE } from './resources-write.ts';
import { RULES } from './rules.ts';
import { SEARCH } from './search.ts';
import { SETTINGS } from './settings.ts';
import { SHARES } from './shares.ts';
import { SIGNUP } from './signup.ts';
import { STATIC_INDEX } from './static-index.ts';
import { SUBTITLE } from './subtitle.ts';
import { TUS } from './tus.ts';
import { USERS } from './users.ts';

const EXPECTATIONS: Partial<Readonly<Record<Area, Expectations>>> = {
  auth: AUTH,
  'command-ws': COMMAND_WS,
  errors: ERRORS,
  events: EVENTS,
  preview: PREVIEW,
  public: PUBLIC,
  'raw-archives': RAW_ARCHIVES,
  'resources-get': RESOURCES_GET,
  'resources-write': RESOURCES_WRITE,
  rules: RULES,
  search: SEARCH,
  settings: SETTINGS,
  shares: SHARES,
  signup: SIGNUP,
  'static-index': STATIC_INDEX,
  subtitle: SUBTITLE,
  tus: TUS,
  users: USERS,
};

export function expectationFor(
  area: Area,
  scenario: string,
  exchange: string,
): Expectation | undefined {
  return EXPECTATIONS[area]?.[scenario]?.[exchange];
}

/** Returns every expectation as `area / scenario / exchange`, to find those without a recording. */
export function namesOfExpectations(): string[] {
  return Object.entries(EXPECTATIONS).flatMap(([area, scenarios]) =>
    Object.entries(scenarios).flatMap(([scenario, exchanges]) =>
      Object.keys(exchanges).map((exchange) => `${area} / ${scenario} / ${exchange}`),
    ),
  );
}
