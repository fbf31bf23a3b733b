// Tells the panel what extensions have registered that the page can offer. Reads it from the class that runs the
// extensions, since pi has no call for it (0.73.1 to 1.5.2).
import type { CompanionReport } from '../../../shared/companion.ts';
import type { Registered } from '../../../shared/view/registered.ts';
import { nameOf } from '../caller.ts';
import type { Completer } from './completer.ts';
import type { Runner } from '../loaded.ts';

export class RegisteredParts {
  readonly #runner: () => Runner;
  readonly #completer: Completer;
  readonly #send: (report: CompanionReport) => void;
  #told = '';

  constructor(runner: () => Runner, completer: Completer, send: (report: CompanionReport) => void) {
    this.#runner = runner;
    this.#completer = completer;
    this.#send = send;
  }

  /** Does nothing if the panel knows it already: commands can be registered at any time. */
  report(): void {
    const registered = { ...registeredIn(this.#runner()), hasProviders: this.#completer.hasProviders };
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

function registeredIn(runner: Runner): Omit<Registered, 'hasProviders'> {
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
