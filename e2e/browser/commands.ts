// Commands given to the agent from outside the page, as a second client would.
import { expect, type RunningPanel } from './panel.ts';

/** Settles with pi's answer; for a slash command that is when its handler has ended. */
export async function command(
  panel: RunningPanel,
  body: { type: string } & Record<string, unknown>,
): Promise<unknown> {
  const { agents } = (await (await panel.fetch('api/agents')).json()) as { agents: { id: string }[] };
  const response = await panel.fetch(`api/agents/${agents[0]!.id}/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { success: boolean; data?: unknown };
  expect(answer).toMatchObject({ success: true });
  return answer.data;
}
