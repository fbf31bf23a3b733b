// Finds the sub-agents in the details of a tool's result or of an extension's message, whichever package wrote them.
import type { ToolRunState } from '../view/conversation.ts';
import { fieldsOf, type Child, type ChildReader } from './child.ts';
import { readCollaboratingAgents } from './collaborating-agents/reader.ts';
import { readPiExample } from './pi-example/reader.ts';
import { readPiSubagents } from './pi-subagents/reader.ts';
import { readTintinwebSubagents } from './tintinweb-subagents/reader.ts';

/** The first one that finds any counts. A package that is modeled on another one comes before it. */
const READERS: readonly ChildReader[] = [
  readPiSubagents,
  readCollaboratingAgents,
  readTintinwebSubagents,
  readPiExample,
];

/** Returns no sub-agents for details of any other form. */
export function childrenIn(details: unknown, parent: ToolRunState): Child[] {
  const fields = fieldsOf(details);
  for (const read of READERS) {
    const children = read(fields, parent);
    if (children.length > 0) return children;
  }
  return [];
}
