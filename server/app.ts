// The whole HTTP surface: the gate, the routes of the API, the page, and the one place that maps errors to responses.
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '../shared/refusal.ts';
import type { ErrorBody } from '../shared/wire.ts';
import { gate } from './gate/gate.ts';
import type { Host } from './host.ts';
import { agentRoutes } from './routes/agents.ts';
import { changeRoutes } from './routes/changes.ts';
import { commandRoutes } from './routes/commands.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { panelRoutes } from './routes/panel.ts';
import { queueRoutes } from './routes/queue.ts';
import { recordRoutes } from './routes/records.ts';

const ROUTES = [
  agentRoutes,
  eventRoutes,
  commandRoutes,
  queueRoutes,
  recordRoutes,
  fileRoutes,
  panelRoutes,
  changeRoutes,
];

export function createApp(host: Host): Hono {
  const app = new Hono();
  app.use(gate(host.gate));
  for (const routes of ROUTES) app.route(`${host.basePath}/api`, routes(host));
  app.use(host.page);
  app.notFound((c) => errorResponse(c, 404, 'not_found', 'There is nothing at this address.'));
  app.onError((error, c) => {
    if (error instanceof Refusal) {
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
      return errorResponse(c, error.status as ContentfulStatusCode, error.code, error.message);
    }
    if (isAborted(error)) return errorResponse(c, 400, 'aborted', 'The request ended before its body did.');
    host.onBug(error);
    return errorResponse(c, 500, 'internal', 'Internal error. Details are in the output of the panel.');
  });
  return app;
}

/** The client disconnected in the middle of its body: not a bug, and not worth a line in the log. */
function isAborted(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' && error.message === 'aborted';
}

function errorResponse(
  c: Context,
  ...[status, code, message]: [ContentfulStatusCode, string, string]
): Response {
  return c.json({ error: { code, message } } satisfies ErrorBody, status);
}
