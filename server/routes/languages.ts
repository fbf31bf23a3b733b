// Language servers: a page sends messages in order, and gets answers and problems with one stream.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { LanguageMessages } from '../../shared/languages.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Host } from '../host/host.ts';
import { choicesSchema } from '../languages/choices.ts';
import { EVENT_HEADERS } from '../output/serve.ts';
import { eventStream } from './event-stream.ts';
import { MAX_ID, readBody, requiredQuery, shortText } from './request.ts';

/** What pages ask. Nothing else reaches a server, so that no request makes it run a command. */
const METHODS = [
  ...['completionItem/resolve', 'codeAction/resolve'],
  ...['callHierarchy/incomingCalls', 'callHierarchy/outgoingCalls'],
  ...['completion', 'hover', 'signatureHelp', 'definition', 'typeDefinition', 'implementation', 'references']
    .concat('documentHighlight', 'documentSymbol', 'codeAction', 'formatting', 'rangeFormatting')
    .concat('prepareRename', 'rename', 'prepareCallHierarchy')
    .map((name) => `textDocument/${name}`),
];
/** The editor opens no larger file. */
const MAX_TEXT = 10 * 1024 * 1024;
const MAX_MESSAGES = 1000;

const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const path = shortText(4096);
const message = v.union([
  v.strictObject({ open: v.strictObject({ path, text }) }),
  v.strictObject({
    change: v.strictObject({ path, edits: v.array(v.strictObject({ offset, length: offset, text })) }),
  }),
  v.strictObject({ close: v.strictObject({ path }) }),
  v.strictObject({
    ask: v.strictObject({
      ...{ id, server: shortText(MAX_ID), method: v.picklist(METHODS) },
      params: v.record(v.string(), v.unknown()),
    }),
  }),
  v.strictObject({ cancel: v.strictObject({ id }) }),
]);
const messages = v.strictObject({
  ...{ page: shortText(MAX_ID), number: id },
  messages: v.pipe(v.array(message), v.maxLength(MAX_MESSAGES)),
}) satisfies v.GenericSchema<LanguageMessages>;

export function languageRoutes(host: Host): Hono {
  const { registry, languages } = host;
  const routes = new Hono();

  routes.get('/agents/:agent/languages/events', async (c) => {
    const page = requiredQuery(c, 'page', 'the name of the page');
    if (page.length > MAX_ID) throw new Refusal(400, 'bad_query', 'page: is too long.');
    const workspace = await languages.of(registry.get(c.req.param('agent')));
    return c.body(eventStream([workspace.follow(page)]), 200, EVENT_HEADERS);
  });

  routes.post('/agents/:agent/languages/messages', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const sent = await readBody(c, messages);
    const workspace = await languages.of(agent);
    await workspace.receive(sent, () => languages.mayStart(agent));
    return c.body(null, 204);
  });

  routes.post('/agents/:agent/languages/restart', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const { server } = await readBody(c, v.strictObject({ server: shortText(MAX_ID) }));
    const workspace = await languages.of(agent);
    workspace.restart(server, await languages.mayStart(agent));
    return c.body(null, 204);
  });

  routes.get('/agents/:agent/languages/servers', async (c) =>
    c.json(await languages.table(registry.get(c.req.param('agent')))),
  );

  routes.get('/agents/:agent/languages/symbols', async (c) => {
    const workspace = await languages.of(registry.get(c.req.param('agent')));
    const query = c.req.query('query') ?? '';
    if (query.length > MAX_ID) throw new Refusal(400, 'bad_query', 'query: is too long.');
    return c.json(await workspace.findSymbols(query, c.req.raw.signal));
  });

  routes.post('/languages', async (c) => {
    await host.tools.chooseLanguages(await readBody(c, choicesSchema));
    return c.body(null, 204);
  });

  return routes;
}
