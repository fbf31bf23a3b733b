// The whole HTTP surface: the gate, the routes of the API, the page, and the one place that maps errors to responses.
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '../shared/refusal.ts';
import type { ErrorBody } from '../shared/wire.ts';
import { getPath } from 'hono/utils/url';
import type { Activity } from './activity.ts';
import { gate } from './gate/gate.ts';
import { ownPath } from './gate/mounts.ts';
import { GitFailure } from './git/start-git.ts';
import type { Host } from './host/host.ts';
import { agentRoutes } from './routes/agents.ts';
import { budgetRoutes } from './routes/budget.ts';
import { changeRoutes } from './routes/changes.ts';
import { commandRoutes } from './routes/commands.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { frameRoutes } from './routes/frames.ts';
import { gitRoutes } from './routes/git.ts';
import { languageRoutes } from './routes/languages.ts';
import { panelRoutes } from './routes/panel.ts';
import { pushRoutes } from './routes/push.ts';
import { queueRoutes } from './routes/queue.ts';
import { recordRoutes } from './routes/records.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { pullRequestRoutes } from './routes/pull-requests.ts';
import { shipRoutes } from './routes/ship.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { setupFileRoutes } from './routes/setup-files.ts';
import { setupMcpRoutes } from './routes/setup-mcp.ts';
import { setupResourceRoutes } from './routes/setup-resources.ts';
import { setupRoutes } from './routes/setup.ts';
import { screenRoutes } from './routes/screens.ts';
import { shellRoutes } from './routes/shells.ts';
import { comparisonRoutes } from './routes/comparisons.ts';
import { worktreeRoutes } from './routes/worktrees.ts';

const ROUTES = [
  agentRoutes,
  sessionRoutes,
  eventRoutes,
  commandRoutes,
  queueRoutes,
  recordRoutes,
  fileRoutes,
  uploadRoutes,
  frameRoutes,
  panelRoutes,
  changeRoutes,
  pushRoutes,
  budgetRoutes,
  gitRoutes,
  shipRoutes,
  pullRequestRoutes,
  setupRoutes,
  setupFileRoutes,
  setupMcpRoutes,
  setupResourceRoutes,
  screenRoutes,
  shellRoutes,
  languageRoutes,
  worktreeRoutes,
  comparisonRoutes,
];

export function createApp(host: Host): Hono {
  const app = new Hono({
    getPath: (request) => ownPath(getPath(request), request.headers.get('X-Forwarded-Prefix') ?? '', host),
  });
  app.use(gate(host.gate));
  // Answers programs that only ask whether the panel runs, and reveals nothing else.
  app.get('/healthz', (c) => c.text('ok'));
  app.use('/api/*', recordActivity(host.activity));
  for (const routes of ROUTES) app.route('/api', routes(host));
  app.use(host.page);
  app.notFound((c) => errorResponse(c, 404, 'not_found', 'There is nothing at this address.'));
  app.onError((error, c) => {
    if (error instanceof Refusal) {
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
      return errorResponse(c, error.status as ContentfulStatusCode, error.code, error.message);
    }
    if (error instanceof GitFailure)
      return errorResponse(c, 409, 'git_failed', `git cannot read the repository: ${error.message}`);
    if (isAborted(error)) return errorResponse(c, 400, 'aborted', 'The request ended before its body did.');
    host.onBug(error);
    return errorResponse(c, 500, 'internal', 'Internal error. Details are in the output of the panel.');
  });
  return app;
}

/**
 * Counts every request that changes something as activity of the user. There are three exceptions: commands, because only
 * their route knows which of them change something, reports that a page is being looked at, and what a page tells the
 * language servers, which it does as well when the agent changes an open file.
 */
function recordActivity(activity: Activity): MiddlewareHandler {
  return async ({ req, res }, next) => {
    await next();
    const isReading =
      req.method === 'GET' ||
      req.method === 'HEAD' ||
      /\/(?:commands|presence|languages\/messages)$/.test(req.path);
    if (!isReading && res.status < 400) activity.onAct();
  };
}

/** Whether the client disconnected while sending its body, which is not a bug, and not worth a line in the log. */
function isAborted(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' && error.message === 'aborted';
}

function errorResponse(
  c: Context,
  ...[status, code, message]: [ContentfulStatusCode, string, string]
): Response {
  return c.json({ error: { code, message } } satisfies ErrorBody, status);
}
