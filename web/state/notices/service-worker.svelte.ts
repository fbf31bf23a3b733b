// The service worker of this page, which shows an offline page and receives notifications while no tab is open. It does
// not exist over plain http to another machine: the page works without it.
import { errorText } from '../../../shared/error-text.ts';
import { asObject, isText } from '../../lib/storage/persisted.ts';
import { workerUrl } from '../../lib/browser/worker-url.ts';

export class ServiceWorkerHost {
  registration = $state.raw<ServiceWorkerRegistration | null>(null);
  /** Why there is none, although the browser has them. */
  trouble = $state<string | null>(null);

  get isSupported(): boolean {
    // Declared by TypeScript as always there; a browser has it only in a secure context.
    return (navigator.serviceWorker as ServiceWorkerContainer | undefined) !== undefined;
  }

  async register(): Promise<void> {
    // The development server builds none.
    if (!this.isSupported || !import.meta.env.PROD) return;
    try {
      // Its scope is the folder of the page, also below a base path.
      this.registration = await navigator.serviceWorker.register(workerUrl('./service-worker.js'), {
        updateViaCache: 'none',
      });
    } catch (error) {
      // A certificate that the browser does not trust, or a user who has blocked storage for this site.
      this.trouble = errorText(error);
    }
  }

  /** Also one that an earlier page has registered; null if there is none. */
  async find(): Promise<ServiceWorkerRegistration | null> {
    if (!this.isSupported) return null;
    return this.registration ?? (await navigator.serviceWorker.getRegistration()) ?? null;
  }

  /** The panel was updated under the open page. */
  async update(): Promise<void> {
    // If the panel is gone again, the next page that is loaded brings the new one.
    await this.registration?.update().catch(() => undefined);
  }
}

/** A notification was clicked, and this page is the one that shows its agent. Returns what ends it. */
export function onNoticeClick(show: (target: { agent: string; session: string | null }) => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    const { agent, session } = asObject(asObject(data).show);
    if (isText(agent)) show({ agent, session: isText(session) ? session : null });
  };
  container?.addEventListener('message', onMessage);
  return () => container?.removeEventListener('message', onMessage);
}
