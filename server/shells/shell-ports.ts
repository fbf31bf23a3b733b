// The ports on which programs below one shell listen.
import { Refusal } from '../../shared/refusal.ts';
import { listBelow } from '../agent/process/processes.ts';
import { portsOf, type Listening } from '../agent/process/listening.ts';

export class ShellPorts {
  readonly #pid: () => number | null;
  readonly #onChange: () => void;
  #found: readonly Listening[] = [];

  /** `pid`: that of the shell; null once it has ended. */
  constructor(pid: () => number | null, onChange: () => void) {
    this.#pid = pid;
    this.#onChange = onChange;
  }

  /** Those that were found the last time, lowest first. */
  get list(): number[] {
    return this.#found.map(({ port }) => port);
  }

  /** Looks for them. */
  async find(): Promise<void> {
    const pid = this.#pid();
    const below = pid === null ? [] : await listBelow(pid).catch(() => []);
    const found = await portsOf(below.map((one) => one.pid));
    if (JSON.stringify(found) === JSON.stringify(this.#found)) return;
    this.#found = found;
    this.#onChange();
  }

  /** Asks the program that listens on this port to end. Rejects with a Refusal 404. */
  async stop(port: number): Promise<void> {
    await this.find();
    const found = this.#found.find((one) => one.port === port);
    if (!found) throw new Refusal(404, 'unknown_port', `Nothing in this shell listens on port ${port}.`);
    process.kill(found.pid, 'SIGTERM');
  }
}
