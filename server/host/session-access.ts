// Finds out who uses a stored session: an agent of this panel, another panel, or nobody. pi does not lock the file (in
// any version), so two users would write two branches into it.
import { Refusal } from '../../shared/refusal.ts';
import type { Agent } from '../agent/agent.ts';
import { isHeld, SessionHold } from '../sessions/session-hold.ts';
import type { StoredSessions } from './stored-sessions.ts';

export interface SessionAccessOptions {
  sessions: StoredSessions;
  /** Returns the agent that runs this session file. */
  agentOn: (file: string) => Agent | undefined;
  /** Runs `act`; from this call on, `agentOn` returns the agent for the file. */
  reserve: <T>(file: string, agent: Agent, act: () => Promise<T>) => Promise<T>;
  /** Whether an agent begins this session again, which pi has not written yet. */
  isRestarted: (id: string) => boolean;
}

export class SessionAccess {
  readonly #options: SessionAccessOptions;

  constructor(options: SessionAccessOptions) {
    this.#options = options;
  }

  /**
   * Returns the file of a session. Rejects with a Refusal: 404, or 409 for a session that an agent begins and pi has not
   * written yet.
   */
  async find(id: string): Promise<string> {
    const { sessions, isRestarted } = this.#options;
    if (isRestarted(id) && !(await sessions.has(id))) throw usedHere();
    return sessions.fileOf(id);
  }

  /**
   * Runs `act` on the file of a session that `agent` is about to continue. No other agent gets the file in the meantime.
   * Rejects with a Refusal 404 or 409.
   */
  async use<T>(id: string, agent: Agent, act: (file: string) => Promise<T>): Promise<T> {
    const { sessions, agentOn, reserve } = this.#options;
    const file = await this.find(id);
    await sessions.setEnded(id, false);
    const isTaken = await isHeld(file);
    // The check and the reservation are one step, without an await, so two agents cannot get the same file.
    const other = agentOn(file);
    if (other && other !== agent) throw usedHere();
    if (!other && isTaken) throw heldElsewhere();
    return reserve(file, agent, () => act(file));
  }

  /** Runs `act` on the file of a session, which nobody uses in the meantime. Rejects with a Refusal 404 or 409. */
  async hold(id: string, act: (file: string) => Promise<void>): Promise<void> {
    const { sessions, agentOn } = this.#options;
    const file = await sessions.fileOf(id);
    const hold = new SessionHold();
    const isFree = !agentOn(file) && (await hold.claim(file));
    if (!isFree) throw new Refusal(409, 'session_in_use', 'session: an agent uses it. End that agent first.');
    try {
      await act(file);
    } finally {
      hold.release();
    }
  }
}

function usedHere(): Refusal {
  const message = 'Another agent of this panel uses this session. Switch to that agent.';
  return new Refusal(409, 'session_in_use', message);
}

export function heldElsewhere(): Refusal {
  const message = 'Another panel or a pi in a terminal is using this session: continue there, or end it.';
  return new Refusal(409, 'session_in_use', message);
}
