// Decides which ends of commands become a notification: of those that ran as long as an agent that is news, unless the
// user ended them.
import { LONG_RUN_MS } from '../../shared/agent-news.ts';
import type { ShellCommand } from '../../shared/shells.ts';
import { isInterrupted } from './command-words.ts';

export class ShellNews {
  /** The commands that ran when the page last saw them. What has ended before is no news. */
  readonly #running = new Set<string>();

  /** Returns the commands of a shell whose end is news. */
  onCommands(shell: string, commands: readonly ShellCommand[]): ShellCommand[] {
    return commands.filter((command) => {
      const key = `${shell} ${command.number}`;
      const { startedAt, endedAt } = command;
      if (endedAt === null) this.#running.add(key);
      else if (this.#running.delete(key)) return endedAt - startedAt > LONG_RUN_MS && !isInterrupted(command);
      return false;
    });
  }
}
