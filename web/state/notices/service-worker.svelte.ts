// The service worker of this page, which shows an offline page and receives notifications while no tab is open.
// Browsers do not allow one on pages served over plain HTTP from another machine, but the page also works without it.
import { errorText } from '../../../shared/error-text.ts';
import { workerUrl } from '../../lib/browser/worker-url.ts';

export class ServiceWorkerHost {
  registration = $state.raw<ServiceWorkerRegistration | null>(null);
  /** Why the registration failed, if it did. */
  trouble = $state<string | null>(null);

  get isSupported(): boolean {
    // TypeScript declares it as always present, but it exists only in secure contexts.
    return (navigator.serviceWorker as ServiceWorkerContainer | undefined) !== undefined;
  }

  async register(): Promise<void> {
    // The development server does not build a service worker.
    if (!this.isSupported || !import.meta.env.PROD) return;
    try {
      // The scope is the folder of the page, also below a base path.
      this.registration = await navigator.serviceWorker.register(workerUrl('./service-worker.js'), {
        updateViaCache: 'none',
      });
    } catch (error) {
      // The browser does not trust the certificate, or the user has blocked storage for this site.
      this.trouble = errorText(error);
    }
  }

  /** Resolves to the registration, which may be that of an earlier page, or to null. */
  async find(): Promise<ServiceWorkerRegistration | null> {
    if (!this.isSupported) return null;
    return this.registration ?? (await navigator.serviceWorker.getRegistration()) ?? null;
  }

  /** Must be called when the panel was updated while the page was open. */
  async update(): Promise<void> {
    // If this fails because the panel is gone again, the next page load fetches the new service worker.
    await this.registration?.update().catch(() => undefined);
  }
}
