import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';

/**
 * The screen of a route, loaded when its address is first gone to; `guard` says who may. The router's own `lazy` shows nothing at
 * all where that fails; this way the route's error page is shown, and tries again.
 */
export function part(
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
    // Going from folder to folder waits for nothing.
    shouldRevalidate: ({ defaultShouldRevalidate }) =>
      guard !== undefined && defaultShouldRevalidate,
    Component: () => Loaded && <Loaded />,
  };
}
