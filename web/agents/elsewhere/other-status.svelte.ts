// Polls the status of the agents of another panel, which shares it with the pages that its user allowed. The response
// from another machine is not trusted, so only fields in a known format are used, and only as text.
import type { AgentStatus, OverviewState } from '../../../shared/overview.ts';
import { asArray, asObject, isText } from '../../lib/storage/persisted.ts';
import { pause } from '../../lib/requests/pause.ts';
import { STATE_WORDS } from '../agent-words.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** How often a visible page polls. A response has a few hundred bytes. */
const POLL_MS = 5000;
const TIMEOUT_MS = 10_000;
const MAX_AGENTS = 32;
const MAX_TEXT = 200;

export class OtherStatus {
  /** Null until the panel has answered. */
  agents = $state.raw<readonly AgentStatus[] | null>(null);
  problem = $state<'unreachable' | 'refused' | null>(null);

  /** Polls until the signal aborts. */
  async follow(address: string, { token, signal }: { token: string; signal: AbortSignal }): Promise<void> {
    while (!signal.aborted) {
      if (!document.hidden) await this.#ask(address, { token, signal });
      await pause(POLL_MS, signal);
    }
  }

  async #ask(address: string, { token, signal }: { token: string; signal: AbortSignal }): Promise<void> {
    try {
      const response = await fetch(new URL('api/status', address), {
        headers: { authorization: `Bearer ${token}` },
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      if (response.ok) this.agents = readAgents(await response.json());
      this.problem = response.ok ? null : 'refused';
    } catch {
      // The panel is unreachable or does not allow this page. Browsers do not distinguish the two.
      if (!signal.aborted) this.problem = 'unreachable';
    }
  }
}

export function readAgents(answer: unknown): AgentStatus[] {
  return asArray(asObject(answer).agents, isAgentStatus)
    .slice(0, MAX_AGENTS)
    .map(({ folder, session, state, since }) => ({
      folder: cutText(folder, MAX_TEXT),
      session: cutText(session, MAX_TEXT),
      state,
      since,
    }));
}

function isAgentStatus(value: unknown): value is AgentStatus {
  const { folder, session, state, since } = asObject(value);
  return isText(folder) && isText(session) && isState(state) && Number.isFinite(since);
}

function isState(value: unknown): value is OverviewState {
  return isText(value) && Object.hasOwn(STATE_WORDS, value);
}
