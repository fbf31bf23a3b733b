// A read-only tab that shows what the agent changed in a file, by one edit or in the whole conversation.
import { t } from '../../language/text.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { DiffOf } from '../../state/workbench/requests.ts';
import { changedFiles } from './changed-files.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { Change } from './edit-diff.ts';
import { readVersion } from '../file/file-route.ts';

export type DiffPhase =
  { status: 'loading' } | { status: 'refused'; message: string } | { status: 'open'; change: Change };

export interface OpenDiffOptions {
  path: string;
  workspace: string;
  of: DiffOf;
  agent: () => Agent;
}

export class OpenDiff {
  readonly kind = 'diff';
  readonly path: string;
  readonly of: DiffOf;
  readonly #workspace: string;
  readonly #agent: () => Agent;
  phase = $state.raw<DiffPhase>({ status: 'loading' });
  #loads = 0;

  constructor({ path, workspace, of, agent }: OpenDiffOptions) {
    this.path = path;
    this.of = of;
    this.#workspace = workspace;
    this.#agent = agent;
  }

  isOf(of: DiffOf): boolean {
    if (of === 'conversation' || this.of === 'conversation') return of === this.of;
    return of.run === this.of.run;
  }

  /** Loads the texts. If loads overlap, only the last one counts, because the others may have read an older text. */
  async load(): Promise<void> {
    const load = ++this.#loads;
    const phase = await this.#compare().catch((error: unknown): DiffPhase => ({
      status: 'refused',
      message: errorText(error),
    }));
    if (load === this.#loads) this.phase = phase;
  }

  async #compare(): Promise<DiffPhase> {
    const [{ changeOf }, now] = await Promise.all([
      import('./edit-diff.ts'),
      readVersion(this.#agent(), this.path),
    ]);
    const edits = this.#edits();
    if (edits.length === 0)
      return { status: 'refused', message: t('This edit is too far back. Load older messages in the chat.') };
    const change = changeOf(edits, now === 'deleted' ? null : now.text);
    if (change) return { status: 'open', change };
    return { status: 'refused', message: t("The text before this change isn't available.") };
  }

  #edits(): ToolRun[] {
    const agent = this.#agent();
    if (this.of !== 'conversation') {
      const run = agent.toolRun(this.of.run);
      return run ? [run] : [];
    }
    return changedFiles(agent.toolRuns, this.#workspace).find(({ path }) => path === this.path)?.runs ?? [];
  }
}
