// The message queue of an agent: reading it, rearranging it, and taking messages out of it.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { Refusal } from '../../shared/refusal.ts';
import { LANE_NAMES, laneNamed } from '../../shared/view/queue.ts';
import type { TakenMessage } from '../../shared/wire.ts';
import { filledText } from '../agent/commands/parse-command.ts';
import type { Host } from '../host/host.ts';
import { idempotencyKeyOf, MAX_ID, readBody } from './request.ts';

const messageId = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID));
const queueChange = v.strictObject({
  order: v.array(
    v.strictObject({
      id: messageId,
      lane: v.pipe(v.picklist(LANE_NAMES), v.transform(laneNamed)),
      text: v.optional(filledText),
    }),
  ),
  remove: v.array(messageId),
  start: v.optional(v.boolean()),
});
const messageIds = v.strictObject({ ids: v.optional(v.array(messageId)) });

export function queueRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/agents/:agent/queue', (c) => {
    const { queue } = host.registry.get(c.req.param('agent')).queue;
    return c.json(queue, 200, { ETag: `"${queue.revision}"` });
  });

  routes.post('/agents/:agent/queue', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    const { start = false, ...arrangement } = await readBody(c, queueChange);
    const change = { arrangement, revision: revisionOf(c), start };
    const act = async () => ({ success: true, data: await agent.queue.editor.applyChange(change) });
    const response = await agent.idempotency.once(idempotencyKeyOf(c), change, act);
    return c.json(response, 200, { ETag: `"${agent.queue.queue.revision}"` });
  });

  routes.post('/agents/:agent/queue/take', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    const { ids } = await readBody(c, messageIds);
    const act = async () => {
      const messages = await agent.queue.editor.takeBack(ids);
      return messages.map(({ id, text, images }): TakenMessage => ({ id, text, images }));
    };
    const messages = await agent.idempotency.once(idempotencyKeyOf(c), { take: ids }, act);
    return c.json({ success: true, data: { messages } });
  });

  return routes;
}

/**
 * Returns the revision on which a change is based. Applied to a later one, the change could move messages that the user
 * never saw.
 */
function revisionOf(c: Context): number {
  const match = /^"(\d+)"$/.exec(c.req.header('If-Match') ?? '');
  if (match) return Number(match[1]);
  throw new Refusal(428, 'condition_required', 'If-Match: name the revision of the queue to change.');
}
