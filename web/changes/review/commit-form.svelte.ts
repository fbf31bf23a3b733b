// What a commit contains and says, as the user chooses it in the dialog, and how the last attempt ended.
import { errorText } from '../../../shared/error-text.ts';
import type {
  ChosenFile,
  CommitRequest,
  CommitResult,
  GitMessage,
  MessageDraft,
  MessageDraftBody,
} from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { gitOf } from '../../state/agent/git.svelte.ts';
import { chosenFiles } from './chosen-files.ts';
import type { ReviewedFile } from './review.svelte.ts';
import type { ReviewMarks } from './review-marks.svelte.ts';

interface CommitFormOptions {
  agent: () => Agent;
  files: () => readonly ReviewedFile[];
  marks: () => ReviewMarks;
  /** Returns a message for a commit of these paths. */
  suggest: (paths: string[]) => string;
  /** Called with the files that are not part of the commit, and why. */
  onleftout: (files: NonNullable<CommitResult['leftOut']>) => void;
}

export class CommitForm {
  what = $state<'all' | 'kept' | 'staged'>('all');
  signsOff = $state(false);
  isBusy = $state(false);
  isDrafting = $state(false);
  /** The last draft, with the model that wrote it and what it has cost. */
  draft = $state.raw<MessageDraft | null>(null);
  result = $state.raw<CommitResult | null>(null);
  failure = $state<string | null>(null);
  #isAmending = $state(false);
  /** The message of the last commit, if that is to be replaced. */
  #last = $state<string | null>(null);
  /** Null until the user edits the suggestion. */
  #typed = $state<string | null>(null);
  readonly #options: CommitFormOptions;

  /** `startsStaged`: whether what is staged is chosen at first. */
  constructor(options: CommitFormOptions, startsStaged: boolean) {
    this.#options = options;
    this.what = startsStaged ? 'staged' : this.kept.length > 0 ? 'kept' : 'all';
  }

  readonly #files = $derived.by(() => this.#options.files());
  readonly all = $derived(this.#files.map(({ path }): ChosenFile => ({ path })));
  readonly kept = $derived.by(() => chosenFiles(this.#files, this.#options.marks()));
  readonly staged = $derived.by(() => gitOf(this.#options.agent()).state?.staged ?? []);
  readonly chosen = $derived.by((): readonly ChosenFile[] => {
    if (this.what === 'staged') return [];
    return this.what === 'kept' && this.kept.length > 0 ? this.kept : this.all;
  });
  /** The paths that the commit was chosen to have. */
  readonly #paths = $derived(this.what === 'staged' ? this.staged : this.chosen.map(({ path }) => path));
  /** How many files the commit has. */
  readonly count = $derived(this.#paths.length);
  readonly #suggestion = $derived.by(() => this.#options.suggest([...this.#paths]));
  /** The paths that are committed although they were not chosen, because they are staged. */
  readonly others = $derived(
    (this.what === 'staged' ? [] : this.staged).filter(
      (path) => !this.chosen.some((file) => file.path === path || this.#originOf(file) === path),
    ),
  );

  get message(): string {
    return this.#typed ?? (this.#isAmending && this.#last !== null ? this.#last : this.#suggestion);
  }

  set message(text: string) {
    this.#typed = text;
  }

  get isAmending(): boolean {
    return this.#isAmending;
  }

  get canCommit(): boolean {
    return !this.isBusy && (this.count > 0 || this.#isAmending) && this.message.trim() !== '';
  }

  get canStage(): boolean {
    return !this.isBusy && this.count > 0;
  }

  /** The path that a renamed file had. It is committed with the file. */
  #originOf({ path }: ChosenFile): string | undefined {
    return this.#files.find((file) => file.path === path)?.from;
  }

  countHunks(of: readonly ChosenFile[]): number {
    return of.reduce((sum, { path, hunks }) => {
      const whole = this.#files.find((file) => file.path === path)?.ids.length ?? 1;
      return sum + (hunks?.length ?? whole);
    }, 0);
  }

  /** Replaces the last commit instead of adding one. */
  async amend(isAmending: boolean): Promise<void> {
    this.#isAmending = isAmending;
    if (!isAmending) return;
    try {
      const { api, path } = this.#options.agent();
      ({ message: this.#last } = await api.json<GitMessage>(`${path}/git/message?commit=HEAD`));
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Lets the model of the agent draft the message. What the user types meanwhile stays. */
  async draftMessage(): Promise<void> {
    const agent = this.#options.agent();
    const before = this.message;
    this.isDrafting = true;
    this.failure = null;
    try {
      const body: MessageDraftBody = this.what === 'staged' ? { staged: true } : { paths: [...this.#paths] };
      this.draft = await agent.api.json<MessageDraft>(`${agent.path}/git/message`, { method: 'POST', body });
      if (this.message === before) this.message = this.draft.message;
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.isDrafting = false;
    }
  }

  /** Resolves to the commit. Null if there is none: `isStagedOnly`, git refused, or the request failed. */
  async commit(isStagedOnly: boolean): Promise<CommitResult | null> {
    const agent = this.#options.agent();
    this.isBusy = true;
    this.failure = null;
    this.result = null;
    try {
      const body: CommitRequest = {
        files: [...this.chosen],
        ...(!isStagedOnly && {
          message: this.message,
          ...(this.#isAmending && { amend: true }),
          ...(this.signsOff && { signoff: true }),
        }),
      };
      const result = await agent.api.json<CommitResult>(`${agent.path}/git/commit`, { method: 'POST', body });
      this.result = result;
      void gitOf(agent).fetch();
      if (result.isDone && result.leftOut) this.#options.onleftout(result.leftOut);
      return result.isDone && !isStagedOnly ? result : null;
    } catch (error) {
      this.failure = errorText(error);
      return null;
    } finally {
      this.isBusy = false;
    }
  }
}
