// Reports to JupyterHub, or a host with the same API, that the panel is in use, so that the host does not cull it.
import { errorText } from '../shared/error-text.ts';
import type { Activity } from './activity.ts';

const INTERVAL_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;

export interface ReportOptions {
  url: string;
  /** JupyterHub's variables: JUPYTERHUB_API_TOKEN, JUPYTERHUB_SERVER_NAME. */
  env: NodeJS.ProcessEnv;
  activity: Pick<Activity, 'seconds'>;
  isBusy: () => boolean;
  /** Called for the first of several failures in a row, with a message for the operator. */
  onTrouble: (words: string) => void;
  /** Default: five minutes. */
  intervalMs?: number;
}

/**
 * Reports at once, and again whenever the panel was used since the last report. An agent that has worked since then
 * counts as use, so that the user has the host's whole idle time to look at the result. Returns a function that stops
 * the reports.
 */
export function reportActivity(options: ReportOptions): () => void {
  const { intervalMs = INTERVAL_MS, activity, isBusy, onTrouble } = options;
  let isFailing = false;
  let wasBusy = false;
  const report = async (): Promise<void> => {
    const seconds = wasBusy || isBusy() ? 0 : activity.seconds;
    wasBusy = isBusy();
    const failure = await post(options, seconds).then(
      () => null,
      (error: unknown) => error as Error,
    );
    if (failure && !isFailing) onTrouble(`--activity-url: ${failure.message}`);
    isFailing = failure !== null;
  };
  void report();
  const timer = setInterval(() => {
    if (isBusy() || wasBusy || isFailing || activity.seconds * 1000 <= intervalMs) void report();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** `seconds`: since the last use. */
async function post({ url, env }: ReportOptions, seconds: number): Promise<void> {
  const at = new Date(Date.now() - seconds * 1000).toISOString();
  const { JUPYTERHUB_API_TOKEN: token, JUPYTERHUB_SERVER_NAME: server = '' } = env;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `token ${token}` }) },
    body: JSON.stringify({ servers: { [server]: { last_activity: at } }, last_activity: at }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`the host cannot be reached: ${causeOf(error)}`, { cause: error });
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the host answered ${response.status}.`);
}

/** Returns why a request failed. fetch itself only says that it did; the reason is in the cause. */
function causeOf(error: unknown): string {
  return errorText(error instanceof Error && error.cause !== undefined ? error.cause : error);
}
