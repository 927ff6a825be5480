import type { Area } from '../areas.ts';
import { AUTH } from './auth.ts';
import { ERRORS } from './errors.ts';
import type { Expectation, Expectations } from './expectation.ts';
import { RAW_ARCHIVES } from './raw-archives.ts';
import { RESOURCES_GET } from './resources-get.ts';
import { RESOURCES_WRITE } from './resources-write.ts';
import { RULES } from './rules.ts';
import { SETTINGS } from './settings.ts';
import { STATIC_INDEX } from './static-index.ts';
import { TUS } from './tus.ts';

const EXPECTATIONS: Partial<Readonly<Record<Area, Expectations>>> = {
  auth: AUTH,
  errors: ERRORS,
  'raw-archives': RAW_ARCHIVES,
  'resources-get': RESOURCES_GET,
  'resources-write': RESOURCES_WRITE,
  rules: RULES,
  settings: SETTINGS,
  'static-index': STATIC_INDEX,
  tus: TUS,
};

export function expectationFor(
  area: Area,
  scenario: string,
  exchange: string,
): Expectation | undefined {
  return EXPECTATIONS[area]?.[scenario]?.[exchange];
}

/** Every expectation as `area / scenario / exchange`, to find those that nothing recorded answers to. */
export function placesOfExpectations(): string[] {
  return Object.entries(EXPECTATIONS).flatMap(([area, scenarios]) =>
    Object.entries(scenarios).flatMap(([scenario, exchanges]) =>
      Object.keys(exchanges).map((exchange) => `${area} / ${scenario} / ${exchange}`),
    ),
  );
}
