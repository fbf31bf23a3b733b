// Runs actions for keys, the palette, buttons and slash commands. The object is created once at the root; components
// get it with `getActions()`.
import { getContext, setContext } from 'svelte';
import type { NoticeKind } from '../../shared/pi/dialogs.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import { claimFocus } from '../lib/browser/focus-claim.ts';
import { Acts } from '../lib/requests/acts.svelte.ts';
import { KeyBindings } from '../lib/keys/key-bindings.svelte.ts';
import { pageLanguage } from '../state/preferences/page-language.svelte.ts';
import type { Panel } from '../state/panel/panel.svelte.ts';
import type { Slash } from '../state/workbench/region.ts';
import type { Toasts } from '../state/notices/toasts.svelte.ts';
import { Canceled, isEarly, unavailableReason, send, type Action, type ActionContext } from './action.ts';
import { shortcutAction } from './extension-shortcuts.ts';
import type { Question } from './steps/step.ts';
import { failureReason, Steps } from './steps/steps.svelte.ts';
import { listActions, type ActionCommand, type ActionId } from './table.ts';

export interface RunOptions {
  /** The button that was pressed. A question is shown beside it. */
  anchor?: Element | undefined;
  /** See `ActionContext.argument`. */
  argument?: string | null;
}

interface QuestionBeside extends Pick<Question, 'text' | 'yes'> {
  anchor: Element;
  act: () => void;
}

export class Actions {
  readonly keys: KeyBindings;
  readonly steps: Steps;
  /** The question that the frame shows beside a button. */
  question = $state.raw<QuestionBeside | null>(null);
  /** The panel's own actions, in the language of the page. */
  readonly #own: readonly Action[] = $derived.by(() => {
    void pageLanguage.shown;
    return listActions(this.#panel.workbench.regions);
  });
  readonly #shortcuts = $derived.by(() => this.#view.registered.shortcuts.map(shortcutAction));
  /** Those that wait for pi. */
  readonly #early = new Acts();
  readonly #panel: Panel;
  readonly #toasts: Toasts;

  constructor(panel: Panel, toasts: Toasts) {
    this.#panel = panel;
    this.#toasts = toasts;
    this.keys = new KeyBindings(keysOfAll(this.#own), () => keysOfAll(this.#shortcuts));
    this.steps = new Steps(panel.workbench, (message) => toasts.show('error', message));
  }

  /** The panel's own actions and the shortcuts of extensions. */
  get all(): readonly Action[] {
    return [...this.#own, ...this.#shortcuts];
  }

  /** The slash commands that the composer completes. */
  get slashes(): Slash[] {
    return this.#own.flatMap(({ slash }) => slash ?? []);
  }

  /** Throws for an unknown id. */
  find(id: string): Action {
    const found = this.all.find((action) => action.id === id);
    if (!found) throw new Error(`There is no action "${id}".`);
    return found;
  }

  /** Returns the action that runs when the key, button or slash command of `action` is used. */
  resolve(action: Action): Action {
    const other = action.instead?.(this.#view);
    return other ? this.find(other) : action;
  }

  /** Returns why this action is unavailable now; null when it is available. */
  unavailableReason(action: Action): string | null {
    return unavailableReason(action, this.#view, this.#panel.overview);
  }

  /** Returns the key of an action in the notation of tooltips; empty if it has none. */
  keyLabel(id: ActionId): string {
    return this.keys.label(id);
  }

  /** Throws without an agent. The frame, which offers the actions, is shown only with one. */
  context(argument: string | null = null): ActionContext {
    const { agent, workbench, layout } = this.#panel;
    if (!agent) throw new Error('There is no agent to act on.');
    const notify = (kind: NoticeKind, message: string) => this.#toasts.show(kind, message);
    const isFocusFree = claimFocus();
    const view = this.#view;
    const session = workbench.composer.find()?.session ?? null;
    return { agent, view, session, panel: this.#panel, workbench, layout, argument, isFocusFree, notify };
  }

  run(id: ActionId, options: RunOptions = {}): void {
    this.runAction(this.find(id), options);
  }

  /** Runs the action that shows or hides a region. */
  show(region: string): void {
    this.runAction(this.find(region));
  }

  /** Runs an action for a key, a button or a slash command. A failure becomes a toast. */
  runAction(action: Action, options: RunOptions = {}): void {
    // If the page is still loading, a pressed key takes effect once the page shows the agent.
    if (action.group === 'page' || this.#panel.agent?.view) void this.#run(action, options);
    else void this.#panel.agent?.firstView.then(() => this.#run(action, options));
  }

  /**
   * Runs an action that was typed as a slash command. Resolves to false if it failed; a toast then gives the reason.
   */
  runSlash(action: Action, argument: string): Promise<boolean> {
    return this.#run(action, { argument: action.slash?.hint === undefined ? null : argument });
  }

  /**
   * Runs `act` for a control. A question that it asks is shown beside `anchor`, or in the palette without one.
   * A failure becomes a toast.
   */
  perform(label: string, act: Question['act'], anchor?: Element): void {
    void this.#perform(label, act, anchor);
  }

  /** Sends one of pi's commands for a control. A failure becomes a toast. */
  async send(command: ActionCommand): Promise<void> {
    await this.#perform(this.find(command.type).label, () => send(this.context(), command));
  }

  /** Before the first snapshot this is an empty view, with an agent that is starting. */
  get #view(): View {
    return this.#panel.agent?.view ?? emptyView('');
  }

  /** Until pi is ready, an action waits, and replaces the one that waits. */
  async #run(requested: Action, options: RunOptions): Promise<boolean> {
    const { agent } = this.#panel;
    const { label } = this.resolve(requested);
    if (!agent || !isEarly(requested, this.#view)) return this.#runNow(requested, options);
    let isDone = false;
    const isWaiting = await this.#perform(label, async () => {
      const { whenPiIsReady } = await import('./steps/early-steps.ts');
      const { notify } = this.context();
      const isShown = (): boolean => this.#panel.agent === agent;
      const act = (): Promise<boolean> => this.#runNow(requested, options);
      isDone = await whenPiIsReady({
        action: requested,
        label,
        agent,
        waiting: this.#early,
        isShown,
        notify,
        act,
      });
      return null;
    });
    return isWaiting && isDone;
  }

  async #runNow(requested: Action, { anchor, argument = null }: RunOptions): Promise<boolean> {
    const action = this.resolve(requested);
    const reason = this.unavailableReason(action);
    if (reason === null) return this.#perform(action.label, () => action.run(this.context(argument)), anchor);
    this.#toasts.show('info', `${action.label}: ${reason}`);
    return false;
  }

  /** Resolves to false if the action was refused. */
  async #perform(label: string, act: Question['act'], anchor?: Element): Promise<boolean> {
    try {
      const outcome = await act();
      if (typeof outcome === 'function') outcome();
      else if (outcome?.kind === 'question' && anchor) this.#askBeside(anchor, label, outcome);
      else if (outcome) this.steps.open(outcome);
      return true;
    } catch (error) {
      const reason = await failureReason(error);
      if (reason === null) throw error;
      this.#toasts.show(error instanceof Canceled ? 'info' : 'error', `${label}: ${reason}`);
      return false;
    }
  }

  #askBeside(anchor: Element, label: string, { text, yes, act }: Question): void {
    this.question = { anchor, text, yes, act: () => this.perform(label, act) };
  }
}

function keysOfAll(actions: readonly Action[]): Record<string, string> {
  return Object.fromEntries(actions.map(({ id, keys }) => [id, keys ?? '']));
}

const CONTEXT = Symbol('actions');

export function setActions(actions: Actions): void {
  setContext(CONTEXT, actions);
}

export function getActions(): Actions {
  return getContext<Actions>(CONTEXT);
}
