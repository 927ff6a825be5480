import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AREAS, pendingReason, type Area } from './areas.ts';
import { expectationFor, placesOfExpectations } from './expectations/all.ts';
import type { Expectation } from './expectations/expectation.ts';
import {
  loadScenarios,
  type Exchange,
  type GoldenResponse,
  type Scenario,
} from './goldens/golden-format.ts';
import { Replay } from './goldens/replay.ts';
import { Tally } from './goldens/tally.ts';
import { RunningServer } from './server/running-server.ts';

const tally = new Tally();
const recorded = AREAS.map((area) => ({ area, scenarios: loadScenarios(area) }));

for (const { area, scenarios } of recorded) {
  for (const scenario of scenarios) describeScenario(area, scenario);
}

it('every expectation of ours belongs to a recorded exchange', () => {
  const places = new Set(allExchanges().map(({ place }) => place));
  expect(placesOfExpectations().filter((place) => !places.has(place))).toEqual([]);
});

it('every overruled exchange that is replayed has an expectation of ours', () => {
  const forgotten = allExchanges().filter(({ area, scenario, exchange }) => {
    if (exchange.overruled === undefined || pendingReason(area, scenario, exchange)) return false;
    return expectationFor(area, scenario, exchange.name) === undefined;
  });
  expect(forgotten.map(({ place, exchange }) => `${place}: ${exchange.overruled}`)).toEqual([]);
});

afterAll(() => console.log(tally.toString()));

/** One server on a fresh tree and database; its exchanges build on one another, so they run in order. */
function describeScenario(area: Area, scenario: Scenario): void {
  const exchanges = scenario.exchanges.filter((exchange) => {
    const reason = pendingReason(area, scenario.name, exchange);
    if (reason !== undefined) tally.pending(area, reason);
    return reason === undefined;
  });
  if (exchanges.length === 0) return;
  describe.sequential(`${area}: ${scenario.name}`, () => {
    let server: RunningServer;
    let replay: Replay;
    beforeAll(async () => {
      server = await RunningServer.start({ scratch: inject('scratch'), setup: scenario.setup });
      replay = new Replay(server);
    });
    afterAll(() => server?.stop());
    for (const [at, exchange] of exchanges.entries()) {
      const own = expectationFor(area, scenario.name, exchange.name);
      tally.replayed(area, own !== undefined);
      it(exchange.name, async () => {
        const { asked, response } =
          own === undefined
            ? { asked: exchange, response: exchange.response }
            : decided(exchange, own);
        const differences = await replay.run(asked, response, exchanges[at + 1]);
        assertNone(differences);
      });
    }
  });
}

/** The wording is ours then, so it is compared even where the recorded one was a library's. */
function decided(
  exchange: Exchange,
  own: Expectation,
): { asked: Exchange; response: GoldenResponse } {
  const asked = {
    ...exchange,
    request: own.request?.(exchange.request) ?? exchange.request,
    body_free: false,
    unordered: own.unordered ?? exchange.unordered ?? false,
  };
  return { asked, response: own.response(exchange.response) };
}

function allExchanges() {
  return recorded.flatMap(({ area, scenarios }) =>
    scenarios.flatMap(({ name: scenario, exchanges }) =>
      exchanges.map((exchange) => {
        return { area, scenario, exchange, place: `${area} / ${scenario} / ${exchange.name}` };
      }),
    ),
  );
}

/** Tells all of them at once, in words; a comparison of lists would cut them short. */
function assertNone(differences: readonly string[]): void {
  if (differences.length > 0) throw new Error(differences.join('\n'));
}
