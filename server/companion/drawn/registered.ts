// Tells the panel what extensions have registered that the page can offer. Reads it from the class that runs the
// extensions, since pi has no call for it (0.73.1 to 1.5.2).
import type { CompanionReport } from '../../../shared/companion.ts';
import type { Registered } from '../../../shared/view/registered.ts';
import { nameOf } from '../caller.ts';
import type { Completer } from './completer.ts';
import type { KeyListeners } from './key-listeners.ts';
import type { Runner } from '../loaded.ts';

export class RegisteredParts {
  readonly #runner: () => Runner;
  readonly #completer: Completer;
  readonly #listeners: KeyListeners;
  readonly #send: (report: CompanionReport) => void;
  #told = '';

  constructor(
    runner: () => Runner,
    { completer, listeners }: { completer: Completer; listeners: KeyListeners },
    send: (report: CompanionReport) => void,
  ) {
    this.#runner = runner;
    this.#completer = completer;
    this.#listeners = listeners;
    this.#send = send;
  }

  /** Does nothing if the panel knows it already: commands can be registered at any time. */
  report(): void {
    const registered = {
      ...registeredIn(this.#runner()),
      hasProviders: this.#completer.hasProviders,
      hearsKeys: this.#listeners.isListening,
    };
    const text = JSON.stringify(registered);
    if (text === this.#told) return;
    this.#told = text;
    this.#send({ type: 'registered', registered });
  }

  /** Call this when another session begins: its extensions are loaded again. */
  reset(): void {
    this.#told = '';
  }
}

function registeredIn(runner: Runner): Pick<Registered, 'shortcuts' | 'completes'> {
  return {
    shortcuts: (runner.extensions ?? []).flatMap(({ path, shortcuts }) =>
      [...(shortcuts ?? [])].map(([key, { description = '' }]) => ({
        path,
        name: nameOf(path),
        key,
        description,
      })),
    ),
    completes: (runner.getRegisteredCommands?.() ?? [])
      .filter(({ getArgumentCompletions }) => getArgumentCompletions !== undefined)
      .map(({ invocationName, name }) => invocationName ?? name),
  };
}
