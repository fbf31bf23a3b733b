// The open files of every workspace that this page has shown: they outlive a switch of agents and back, and the
// folding away of the region. One for the page.
import type { Agent } from '../state/agent.svelte.ts';
import { OpenFiles } from './open-files.svelte.ts';
import { UnsavedStore } from './unsaved-store.ts';

const unsaved = new UnsavedStore();
const byWorkspace = new Map<string, OpenFiles>();

export function openFilesOf(agent: Agent, workspace: string): OpenFiles {
  const known = byWorkspace.get(workspace);
  if (known) {
    known.agent = agent;
    return known;
  }
  const opened = new OpenFiles(agent, workspace, unsaved);
  byWorkspace.set(workspace, opened);
  return opened;
}
