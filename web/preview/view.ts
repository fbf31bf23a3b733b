// What a view of a file gets, and what the table of viewers says about it.
import type { Component } from 'svelte';
import type { Agent } from '../state/agent/agent.svelte.ts';

export interface ShownFile {
  /** Within the workspace. */
  readonly path: string;
  /** The text with the user's edits; null if the editor could not open the file as text. */
  readonly text: string | null;
  /** Changes whenever the file on disk does. */
  readonly version: string;
}

export interface ViewProps {
  /** Another file is another component: its path never changes. */
  file: ShownFile;
  agent: Agent;
}

export interface Viewer {
  kind: string;
  /** In lower case, without the dot. */
  extensions: readonly string[];
  /** Whether the file is shown by its viewer first. Otherwise as text, with a button for its preview. */
  isFirst: boolean;
  /** Whether it can be shown as text at all. */
  isText: boolean;
  /** Whether it also shows a text that is too large for the editor. */
  canBeHuge: boolean;
  readonly load: () => Promise<{ default: Component<ViewProps & Record<string, unknown>> }>;
}
