// The table of routes as the app itself has it, so that a new route is attacked without anybody thinking of it.
import { createApp } from '../../server/app.ts';
import { Host } from '../../server/host.ts';

export interface Route {
  method: string;
  /** With every parameter filled in. */
  path: string;
}

/** Every API route of the app; `agent` stands for the agent, anything for other parameters. */
export function apiRoutes(agent: string): Route[] {
  const host = new Host({
    workspace: '/',
    program: { argv: [], version: null },
    piOptions: [],
    isDemo: true,
    withCompanion: false,
    gate: { token: 'x' },
    page: (_c, next) => next(),
    build: 'x',
    onBug: () => undefined,
  });
  return createApp(host)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, path: path.replace(':agent', agent).replaceAll(/:\w+/g, 'x') }));
}
