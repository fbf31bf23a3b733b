// The actions on stored sessions. Deleting and archiving show a notice with "Undo".
import { t } from '../language/text.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Steps } from '../actions/steps/steps.svelte.ts';
import type {
  CopiedSession,
  NamedSession,
  SessionChange,
  StoredSession,
} from '../../shared/stored-sessions.ts';
import { copyText } from '../lib/browser/clipboard.ts';
import { fileNameOf } from '../lib/format/file-name.ts';
import { saveFile } from '../lib/browser/save-file.ts';
import { AgentRequests } from '../state/agent/agent-requests.ts';
import type { Panel } from '../state/panel/panel.svelte.ts';
import type { Toasts } from '../state/notices/toasts.svelte.ts';
import { titleOf } from './session-rows.ts';
import { cutText } from '../../shared/view/cut-text.ts';

const MAX_TITLE = 60;

export interface SessionActsOptions {
  panel: Panel;
  /** Shows the outcome of an action. */
  toasts: Pick<Toasts, 'show'>;
  /** Shows a question that the user must answer. */
  steps: Steps;
  /** Called after each action, because the list may have changed. */
  onDone: () => void;
}

export class SessionActs {
  readonly #panel: Panel;
  readonly #toasts: Pick<Toasts, 'show'>;
  readonly #steps: Steps;
  readonly #onDone: () => void;

  constructor({ panel, toasts, steps, onDone }: SessionActsOptions) {
    this.#panel = panel;
    this.#toasts = toasts;
    this.#steps = steps;
    this.#onDone = onDone;
  }

  /** Returns the id of the agent that has the session open, if there is one. */
  agentOf({ id }: Pick<StoredSession, 'id'>): string | undefined {
    return this.#panel.overview.agents.find(({ session }) => session?.id === id)?.id;
  }

  /** Renames a session. If an agent has it open, its pi does that. */
  rename(session: StoredSession, name: string): Promise<boolean> {
    return this.#do(async () => {
      const agent = this.agentOf(session);
      if (!agent) return this.#change(session, { name });
      const requests = new AgentRequests(this.#panel.api, `api/agents/${encodeURIComponent(agent)}`);
      const answer = await requests.sendOnce('commands', { type: 'set_session_name', name });
      if (!answer.success) throw new Error(answer.error);
    });
  }

  pin(session: StoredSession, pinned: boolean): Promise<boolean> {
    return this.#do(() => this.#change(session, { pinned }));
  }

  async archive(sessions: readonly StoredSession[], archived: boolean): Promise<void> {
    const done = await this.#doEach(sessions, (session) => this.#change(session, { archived }));
    if (done.length === 0) return;
    const what = describe(done);
    const words = archived ? t('Archived {what}', { what }) : t('Unarchived {what}', { what });
    this.#toasts.show('info', words, { label: t('Undo'), act: () => void this.archive(done, !archived) });
  }

  /** Moves sessions to the panel's trash. Stops at a session that is in use; the ones before it stay deleted. */
  async delete(sessions: readonly StoredSession[]): Promise<void> {
    const deleted: StoredSession[] = [];
    await this.#do(async () => {
      for (const session of sessions) {
        await this.#panel.api.fetch(pathOf(session), { method: 'DELETE' });
        deleted.push(session);
      }
    });
    if (deleted.length === 0) return;
    const act = (): void => void this.restore(deleted);
    this.#toasts.show('info', t('Deleted {what}', { what: describe(deleted) }), {
      label: t('Undo'),
      act,
    });
  }

  async download(session: NamedSession): Promise<void> {
    await this.#do(async () => {
      const response = await this.#panel.api.fetch(`${pathOf(session)}/file`);
      saveFile(await response.blob(), `${fileNameFor(session)}.jsonl`);
    });
  }

  async copyMarkdown(session: NamedSession): Promise<void> {
    const isDone = await this.#do(async () => {
      const { sessionMarkdown } = await import('./session-markdown.ts');
      const response = await this.#panel.api.fetch(`${pathOf(session)}/file`);
      const isCopied = await copyText(sessionMarkdown(await response.text(), titleOf(session)));
      if (!isCopied) throw new Error(t("The browser didn't allow copying."));
    });
    if (isDone) this.#toasts.show('info', t('Copied {what} as Markdown', { what: describe([session]) }));
  }

  /** Downloads the session as one HTML file without scripts. If it contains likely secrets, the user decides first. */
  async downloadHtml(session: NamedSession): Promise<void> {
    await this.#do(async () => {
      const [{ sessionHtml }, { saveHtml }] = await Promise.all([
        import('./session-html.ts'),
        import('../actions/steps/save-html.ts'),
      ]);
      const response = await this.#panel.api.fetch(`${pathOf(session)}/file`);
      const html = sessionHtml(await response.text(), titleOf(session));
      const notify = (message: string): void => this.#toasts.show('info', message);
      const question = saveHtml(html, { name: `${fileNameFor(session)}.html`, notify });
      if (question) this.#steps.open(question);
    });
  }

  /** Shows the session as it is in its file, without starting an agent. */
  read({ id }: NamedSession): void {
    this.#panel.workbench.readStored({ session: id });
  }

  /** Opens the session with a new agent. */
  open({ id, workspace }: NamedSession): Promise<boolean> {
    return this.#do(() => this.#panel.start({ workspace, session: id }));
  }

  /** Continues the session in another folder, as a copy. */
  continueIn(session: NamedSession, workspace: string): Promise<boolean> {
    return this.#do(async () => {
      const path = `${pathOf(session)}/copy`;
      const copy = await this.#panel.api.json<CopiedSession>(path, { method: 'POST', body: { workspace } });
      await this.#panel.start({ workspace, session: copy.id });
    });
  }

  /**
   * Imports a session file from the user's disk as a new session in this folder. The notice about it has a button that
   * calls `open`.
   */
  async import(file: File, workspace: string, open: (session: string) => void): Promise<void> {
    await this.#do(async () => {
      const query = new URLSearchParams({ workspace });
      const { id } = await this.#panel.api.json<CopiedSession>(`api/sessions?${query}`, {
        method: 'PUT',
        body: new Uint8Array(await file.arrayBuffer()),
      });
      const words = t('Imported {name} into this folder', { name: file.name });
      this.#toasts.show('info', words, { label: t('Open'), act: () => open(id) });
    });
  }

  /** Puts deleted sessions back. */
  async restore(sessions: readonly NamedSession[]): Promise<void> {
    await this.#doEach(sessions, (session) =>
      this.#panel.api.fetch(`${pathOf(session)}/restore`, { method: 'POST', body: {} }),
    );
  }

  async #change(session: StoredSession, change: SessionChange): Promise<void> {
    await this.#panel.api.fetch(pathOf(session), { method: 'POST', body: change });
  }

  /** Carries out an action for each session. Resolves to those for which it was not refused; a toast names the others. */
  async #doEach<T extends NamedSession>(
    sessions: readonly T[],
    act: (session: T) => Promise<unknown>,
  ): Promise<T[]> {
    const done: T[] = [];
    const refusals: string[] = [];
    for (const session of sessions)
      try {
        await act(session);
        done.push(session);
      } catch (error) {
        refusals.push(
          sessions.length === 1 ? errorText(error) : `${describe([session])}: ${errorText(error)}`,
        );
      }
    const [first] = refusals;
    if (first !== undefined) {
      const share = { count: refusals.length, total: sessions.length };
      const extent = sessions.length === 1 ? '' : ` ${t('({count} of {total} sessions)', share)}`;
      this.#toasts.show('error', `${first}${extent}`);
    }
    this.#onDone();
    return done;
  }

  /** Carries out an action. Resolves to false if it was refused; a toast then gives the reason. */
  async #do(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      this.#toasts.show('error', errorText(error));
      return false;
    } finally {
      this.#onDone();
    }
  }
}

const pathOf = ({ id }: Pick<StoredSession, 'id'>): string => `api/sessions/${encodeURIComponent(id)}`;

const fileNameFor = ({ id, name, firstMessage }: NamedSession): string =>
  fileNameOf(name || firstMessage, id);

function describe(sessions: readonly NamedSession[]): string {
  const [first] = sessions;
  if (!first || sessions.length > 1) return t('{count} sessions', { count: sessions.length });
  const title = titleOf(first).replace(/\s+/g, ' ');
  return `“${title.length > MAX_TITLE ? `${cutText(title, MAX_TITLE)}…` : title}”`;
}
