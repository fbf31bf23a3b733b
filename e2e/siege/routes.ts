// The app's own table of routes, so that every new route is attacked as well.
import { createApp } from '../../server/app.ts';
import { demoHost } from '../../server/host/fixtures/demo-host.ts';

export interface Route {
  method: string;
  /** The path with every parameter filled in. */
  path: string;
}

/** Every route of the app that needs the token, with this agent and `x` for all other parameters. */
export function apiRoutes(agent: string): Route[] {
  const host = demoHost({
    workspace: '/',
    program: { argv: [], version: null },
    onBug: () => undefined,
  });
  return createApp(host)
    .routes.filter(({ method, path }) => method !== 'ALL' && path !== '/healthz')
    .map(({ method, path }) => ({ method, path: path.replace(':agent', agent).replaceAll(/:\w+/g, 'x') }));
}
