// Runs the actions of the table for everything that offers them: keys, palette, buttons, slash commands. Created once
// at the root; components get it by `getActions()`.
import { getContext, setContext } from 'svelte';
import type { NoticeKind } from '../../shared/pi/dialogs.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import { claimFocus } from '../lib/browser/focus-claim.ts';
import { KeyBindings } from '../lib/keys/key-bindings.svelte.ts';
import { pageLanguage } from '../state/preferences/page-language.svelte.ts';
import type { Panel } from '../state/panel/panel.svelte.ts';
import type { Slash } from '../state/workbench/region.ts';
import type { Toasts } from '../state/notices/toasts.svelte.ts';
import { lackOf, send, type Action, type ActionContext } from './action.ts';
import { shortcutAction } from './extension-shortcuts.ts';
import type { Question } from './steps/step.ts';
import { isRefusal, Steps } from './steps/steps.svelte.ts';
import { listActions, type ActionCommand, type ActionId } from './table.ts';

export interface Asked {
  /** The button that was pressed: a question is asked beside it. */
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
  /** The question to ask beside a button; the frame shows it. */
  question = $state.raw<QuestionBeside | null>(null);
  /** In the language of the page. */
  readonly #own: readonly Action[] = $derived.by(() => {
    void pageLanguage.shown;
    return listActions(this.#panel.workbench.regions);
  });
  readonly #shortcuts = $derived.by(() => this.#view.registered.shortcuts.map(shortcutAction));
  readonly #panel: Panel;
  readonly #toasts: Toasts;

  constructor(panel: Panel, toasts: Toasts) {
    this.#panel = panel;
    this.#toasts = toasts;
    this.keys = new KeyBindings(keysOfAll(this.#own), () => keysOfAll(this.#shortcuts));
    this.steps = new Steps(panel.workbench, (message) => toasts.show('error', message));
  }

  /** Those of the page, and the shortcuts of extensions. */
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

  /** Runs when this action's key, button or slash command is used. */
  resolve(asked: Action): Action {
    const other = asked.instead?.(this.#view);
    return other ? this.find(other) : asked;
  }

  /** Why this action cannot run now; null when it can. */
  lackOf(action: Action): string | null {
    return lackOf(action, this.#view, this.#panel.overview);
  }

  /** The key of an action as a tooltip shows it; empty: none. */
  keyLabel(id: ActionId): string {
    return this.keys.label(id);
  }

  /** Throws without an agent: the frame, which offers the actions, is shown only with one. */
  context(argument: string | null = null): ActionContext {
    const { agent, workbench, layout } = this.#panel;
    if (!agent) throw new Error('There is no agent to act on.');
    const notify = (kind: NoticeKind, message: string) => this.#toasts.show(kind, message);
    const isFocusFree = claimFocus();
    return { agent, view: this.#view, panel: this.#panel, workbench, layout, argument, isFocusFree, notify };
  }

  run(id: ActionId, asked: Asked = {}): void {
    this.runAction(this.find(id), asked);
  }

  /** Runs the action of a region. */
  show(region: string): void {
    this.runAction(this.find(region));
  }

  /** Runs what a key, a button or a slash command asks for. Why it did not happen becomes a toast. */
  runAction(asked: Action, how: Asked = {}): void {
    // A key that is pressed while the page loads counts once it shows the agent.
    if (asked.group === 'page' || this.#panel.agent?.view) void this.#run(asked, how);
    else void this.#panel.agent?.firstView.then(() => this.#run(asked, how));
  }

  /** Runs what was typed as a slash command. False: it did not happen, and a toast says why. */
  runSlash(action: Action, argument: string): Promise<boolean> {
    return this.#run(action, { argument: action.slash?.hint === undefined ? null : argument });
  }

  /**
   * Runs an act for a control. A question is asked beside `anchor`; without one, in the palette. Why the act did not
   * happen becomes a toast.
   */
  perform(label: string, act: Question['act'], anchor?: Element): void {
    void this.#perform(label, act, anchor);
  }

  /** Sends one command of pi's for a control. Why it did not happen becomes a toast. */
  async send(command: ActionCommand): Promise<void> {
    await this.#perform(this.find(command.type).label, () => send(this.context(), command));
  }

  /** The view before the first snapshot says that the agent is starting. */
  get #view(): View {
    return this.#panel.agent?.view ?? emptyView('');
  }

  async #run(asked: Action, { anchor, argument = null }: Asked): Promise<boolean> {
    const action = this.resolve(asked);
    const lack = this.lackOf(action);
    if (lack === null) return this.#perform(action.label, () => action.run(this.context(argument)), anchor);
    this.#toasts.show('info', `${action.label}: ${lack}`);
    return false;
  }

  /** False: it was refused. */
  async #perform(label: string, act: Question['act'], anchor?: Element): Promise<boolean> {
    try {
      const outcome = await act();
      if (typeof outcome === 'function') outcome();
      else if (outcome?.kind === 'question' && anchor) this.#askBeside(anchor, label, outcome);
      else if (outcome) this.steps.open(outcome);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#toasts.show('error', `${label}: ${error.message}`);
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
