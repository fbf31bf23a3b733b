// Commands for pi. A command that is repeated with the same idempotency key reaches pi once.
import { Hono, type Context } from 'hono';
import { factsOf } from '../../shared/pi/command-facts.ts';
import type { Answer } from '../../shared/pi/commands.ts';
import { Refusal } from '../../shared/refusal.ts';
import { SESSION_HEADER, type BashAccepted, type PageCommand } from '../../shared/wire.ts';
import type { Agent } from '../agent/agent.ts';
import { parseCommand } from '../agent/commands/parse-command.ts';
import type { Host } from '../host/host.ts';
import { idempotencyKeyOf, MAX_ID, readJson, senderOf } from './request.ts';

/**
 * How long a page waits for the answer to a command, in ms. It asks again for that of a longer one, because a browser has
 * six connections to the panel, and commands that wait for the user could take all of them.
 */
const ANSWER_MS = 2000;

export function commandRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.post('/agents/:agent/commands', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    const command = parseCommand(await readJson(c));
    const isReading = factsOf(command.type).reads;
    if (!isReading) {
      agent.pi.log.note({ type: 'panel_asked', ...senderOf(c), command: withoutImages(command) });
      host.activity.onAct();
    }
    await agent.pi.started;
    // A command that only reads may run twice, and its response is too large to be kept.
    const key = isReading ? undefined : idempotencyKeyOf(c);
    const session = decodeSession(c.req.header(SESSION_HEADER));
    if (command.type === 'bash' && c.req.header('Prefer') === 'respond-async') {
      const started = await agent.idempotency.once(key, command, async () => {
        const { command: line, excludeFromContext = false } = command;
        const { call, answer } = agent.commands.runBash(line, excludeFromContext, session);
        // The end of the bash arrives as an event, even if pi exits first.
        answer.catch(() => undefined);
        return { success: true, data: { call } satisfies BashAccepted };
      });
      return c.json(started, 202);
    }
    const answer = agent.idempotency.once(key, command, () =>
      agent.commands.run(command, { id: idOf(key), session }).catch(async (error: unknown) => {
        // The list says so as well, on every page.
        if (error instanceof Refusal && error.code === 'folder_gone') await host.overview.findPlace(agent);
        throw error;
      }),
    );
    if (key === undefined || c.req.header('Prefer') !== 'respond-async') return c.json(await answer);
    return answerSoon(c, agent, key);
  });

  routes.get('/agents/:agent/commands/:key', (c) =>
    answerSoon(c, host.registry.get(c.req.param('agent')), c.req.param('key')),
  );

  return routes;
}

async function answerSoon(c: Context, { idempotency }: Agent, key: string): Promise<Response> {
  const answer = await idempotency.answerWithin(key, ANSWER_MS);
  return answer === null
    ? c.json({ success: true, isRunning: true } satisfies Answer, 202)
    : c.json(answer as Answer);
}

function withoutImages(command: PageCommand): object {
  return 'images' in command ? { ...command, images: command.images?.length } : command;
}

/** The header is percent-encoded, because a session may have any id. A header that is not counts as absent. */
function decodeSession(header: string | undefined): string | undefined {
  try {
    return header && decodeURIComponent(header);
  } catch {
    return undefined;
  }
}

/** Returns the id of a message, which is the key of its request, unless that is too long to be an id. */
function idOf(key: string | undefined): string | undefined {
  return key && key.length <= MAX_ID ? key : undefined;
}
