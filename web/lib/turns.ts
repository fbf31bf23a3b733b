// A browser opens six connections to a host, for all its tabs together (HTTP/1.1, all browsers). Streams that stay
// open share three of them by turns, so that a command or a file never waits behind the output of other tabs.
// Where there are no Web Locks nobody can count, and everybody goes at once.

const SEATS = ['a', 'b', 'c'];
const SEAT = 'pi-panel:seat:';
/** How long a stream may go on while another one waits. */
const TURN_MS = 300;

/**
 * Runs `act` in its turn. Its signal is aborted with `signal`, and also when somebody else has waited for a while:
 * then it is to come to its end, and to ask for another turn. Resolves to whether it could finish.
 */
export async function inTurn(
  { signal, locks = navigator.locks, turn = TURN_MS }: TurnOptions,
  act: (signal: AbortSignal) => Promise<void>,
): Promise<'finished' | 'interrupted'> {
  if (!locks) {
    await act(signal);
    return 'finished';
  }
  const seat = await freeSeat(locks);
  return locks.request(seat, { signal }, async () => {
    const interrupted = new AbortController();
    const timer = setInterval(() => {
      void isWanted(locks, seat).then((wanted) => wanted && interrupted.abort());
    }, turn);
    try {
      await act(AbortSignal.any([signal, interrupted.signal]));
      return 'finished';
    } catch (error) {
      if (interrupted.signal.aborted && !signal.aborted) return 'interrupted';
      throw error;
    } finally {
      clearInterval(timer);
    }
  });
}

export interface TurnOptions {
  signal: AbortSignal;
  /** Default: those of the browser, where it has them. */
  locks?: Pick<LockManager, 'request' | 'query'> | null;
  /** In ms; default 300. */
  turn?: number;
}

/** One of those for which the fewest wait: whoever comes in the same moment sees the same, and is to go elsewhere. */
async function freeSeat(locks: Pick<LockManager, 'query'>): Promise<string> {
  const { held = [], pending = [] } = await locks.query();
  const all = [...held, ...pending].map(({ name }) => name);
  const count = (seat: string): number => all.filter((name) => name === seat).length;
  const seats = SEATS.map((seat) => SEAT + seat);
  const fewest = Math.min(...seats.map(count));
  const free = seats.filter((seat) => count(seat) === fewest);
  return free[Math.floor(Math.random() * free.length)]!;
}

async function isWanted(locks: Pick<LockManager, 'query'>, seat: string): Promise<boolean> {
  const { pending = [] } = await locks.query();
  return pending.some(({ name }) => name === seat);
}
