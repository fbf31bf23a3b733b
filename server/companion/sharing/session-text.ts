// The current branch of the session as JSONL, as pi writes it for Radius and for its developers: without the other
// branches, and with the system prompt and the tools in a last entry.
import { randomUUID } from 'node:crypto';
import type { ExtensionAPI, ExtensionCommandContext } from '@earendil-works/pi-coding-agent';

/** The version of a session file in pi 0.73.1 to 1.6.0. */
const SESSION_VERSION = 3;

export function serializeBranch(pi: ExtensionAPI, ctx: ExtensionCommandContext): string {
  const { sessionManager } = ctx;
  const timestamp = new Date().toISOString();
  const id = sessionManager.getSessionId();
  const entries: object[] = [
    { type: 'session', version: SESSION_VERSION, id, timestamp, cwd: sessionManager.getCwd() },
  ];
  let parentId: string | null = null;
  for (const entry of sessionManager.getBranch()) {
    entries.push({ ...entry, parentId });
    parentId = entry.id;
  }
  const active = new Set(pi.getActiveTools());
  const tools = pi
    .getAllTools()
    .filter(({ name }) => active.has(name))
    .map(({ name, description, parameters }) => ({ name, description, parameters }));
  entries.push({
    type: 'custom',
    customType: 'pi.share',
    id: randomUUID().slice(0, 8),
    parentId,
    timestamp,
    data: { systemPrompt: ctx.getSystemPrompt(), tools },
  });
  return `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
}
