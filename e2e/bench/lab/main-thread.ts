// Measures the tasks of a page's main thread by their CPU time, because on a busy machine the elapsed time depends on
// others.
import type { Browser, Page } from 'playwright';

export interface Tasks {
  /** CPU time of each task of at least 1 ms, in ms. */
  cpuMs: number[];
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** The CPU time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';
const MIN_MS = 1;

/** Resolves with the tasks that the page's main thread ran during `act`. */
export async function traceTasks(browser: Browser, page: Page, act: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === TASK && mains.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The trace has no tasks of a main thread.');
  return { cpuMs: tasks.map(({ tdur = 0 }) => tdur / 1000).filter((ms) => ms >= MIN_MS) };
}
