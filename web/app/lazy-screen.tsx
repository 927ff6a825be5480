import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';

/**
 * Lazily loaded screen of a route; `guard` authorizes it. Unlike the router's `lazy`, shows the error page of the
 * route if loading fails, and retries.
 */
export function lazyScreen(
  load: () => Promise<ComponentType>,
  guard?: LoaderFunction,
): Pick<RouteObject, 'Component' | 'loader' | 'shouldRevalidate'> {
  let Loaded: ComponentType | undefined;
  return {
    async loader(args) {
      const [answer, component] = await Promise.all([guard?.(args), Loaded ?? load()]);
      Loaded = component;
      return answer ?? null;
    },
    // Navigation between folders needs no revalidation.
    shouldRevalidate: ({ defaultShouldRevalidate }) =>
      guard !== undefined && defaultShouldRevalidate,
    Component: () => Loaded && <Loaded />,
  };
}
