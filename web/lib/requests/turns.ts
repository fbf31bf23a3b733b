// A browser opens at most six HTTP/1.1 connections per host for all of its tabs together. Long-lived output streams
// take turns on three of them, so that a command or a file never has to wait for the output streams of other tabs.
// Without Web Locks the tabs cannot coordinate, and all streams run at once.
import { usableLocks } from '../browser/locks.ts';

const SEATS = ['a', 'b', 'c'];
const SEAT = 'pi-panel:seat:';
/** How long a stream may continue while another one is waiting. */
const TURN_MS = 300;

/**
 * Waits for a free connection and runs `act`. The signal that `act` gets aborts with `signal`, and also when another
 * stream is waiting for the connection. `act` must then end, and the caller must ask for another turn.
 */
export async function inTurn(
  { signal, locks: given, turn = TURN_MS }: TurnOptions,
  act: (signal: AbortSignal) => Promise<void>,
): Promise<'finished' | 'interrupted'> {
  const locks = given === undefined ? await usableLocks() : given;
  if (!locks) {
    await act(signal);
    return 'finished';
  }
  const seat = await freeSeat(locks);
  return locks.request(seat, { signal }, async () => {
    const interrupted = new AbortController();
    const timer = setInterval(() => {
      void hasWaiting(locks, seat).then((isWaiting) => isWaiting && interrupted.abort());
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
  /** Default: the browser's locks. Null if there are none. */
  locks?: Pick<LockManager, 'request' | 'query'> | null;
  /** In ms. Default: 300. */
  turn?: number;
}

/**
 * Returns a random one of the seats with the fewest streams, because streams that start together see the same counts.
 */
async function freeSeat(locks: Pick<LockManager, 'query'>): Promise<string> {
  const { held = [], pending = [] } = await locks.query();
  const all = [...held, ...pending].map(({ name }) => name);
  const count = (seat: string): number => all.filter((name) => name === seat).length;
  const seats = SEATS.map((seat) => SEAT + seat);
  const fewest = Math.min(...seats.map(count));
  const free = seats.filter((seat) => count(seat) === fewest);
  return free[Math.floor(Math.random() * free.length)]!;
}

async function hasWaiting(locks: Pick<LockManager, 'query'>, seat: string): Promise<boolean> {
  const { pending = [] } = await locks.query();
  return pending.some(({ name }) => name === seat);
}
