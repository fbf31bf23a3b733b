// Tells the panel which features of extensions the page can offer as its own: shortcuts, completions, and listeners to
// keys. Shortcuts and commands are read from the class that runs the extensions, because pi has no call that lists them
// (in pi 0.73.1 to 1.5.2).
import type { CompanionReport } from '../../../shared/companion.ts';
import type { Registered, ToolFacts } from '../../../shared/view/registered.ts';
import { nameOf } from '../caller.ts';
import type { Completer } from './completer.ts';
import type { KeyListeners } from './key-listeners.ts';
import type { Runner, ToolDefinition } from '../loaded.ts';

export class RegisteredParts {
  readonly #runner: () => Runner;
  readonly #completer: Completer;
  readonly #listeners: KeyListeners;
  readonly #send: (report: CompanionReport) => void;
  /** The last report, as JSON. */
  #reported = '';

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

  /** Sends a report if anything has changed since the last one. Call it often: extensions may register at any time. */
  report(): void {
    const registered = {
      ...registeredIn(this.#runner()),
      hasProviders: this.#completer.hasProviders,
      hearsKeys: this.#listeners.isListening,
    };
    const text = JSON.stringify(registered);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#send({ type: 'registered', registered });
    for (const message of conflictsIn(registered.shortcuts)) this.#send({ type: 'notice', message });
  }

  /** Makes the next `report` send. Call this when another session begins, because its extensions are loaded again. */
  reset(): void {
    this.#reported = '';
  }
}

/** Returns a sentence for each key that several extensions registered. */
export function conflictsIn(shortcuts: Registered['shortcuts']): string[] {
  const keys = new Set(shortcuts.map(({ key }) => keyOf(key)));
  return [...keys]
    .map((key) => shortcuts.filter((one) => keyOf(one.key) === key))
    .filter((all) => all.length > 1)
    .map((all) => {
      const names = all.map(({ name }) => name);
      return `${names.slice(0, -1).join(', ')} and ${names.at(-1)!} have the same shortcut ${all[0]!.key}: that of ${names.at(-1)!} is used.`;
    });
}

/** Returns the same text for each order in which pi lets the modifiers be written. */
function keyOf(key: string): string {
  const parts = key.toLowerCase().split('+');
  return [...parts.slice(0, -1).toSorted(), parts.at(-1)].join('+');
}

function registeredIn(runner: Runner): Pick<Registered, 'shortcuts' | 'completes' | 'tools'> {
  return {
    tools: (runner.extensions ?? []).flatMap(({ tools }) =>
      [...(tools ?? [])].flatMap(([name, tool]) => factsOf(name, tool.definition) ?? []),
    ),
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

/** Returns null if the tool says nothing about itself but its name. */
export function factsOf(name: string, definition: ToolDefinition = {}): ToolFacts | null {
  const { label, namespace, annotations } = definition;
  const group = namespace?.aliases?.[0] ?? namespace?.name;
  const facts: ToolFacts = {
    name,
    label: typeof label === 'string' && label !== '' ? label : name,
    ...(typeof group === 'string' && { group }),
    ...(annotations?.readOnlyHint === true && { isReadOnly: true }),
    ...(annotations?.readOnlyHint !== true &&
      annotations?.destructiveHint === true && { isDestructive: true }),
  };
  return facts.label === name && Object.keys(facts).length === 2 ? null : facts;
}
