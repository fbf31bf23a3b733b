// Notifications of the desktop while the page is not looked at, if the user wants them. The browser's permission is
// requested only on a click.
import { PersistedText } from '../../lib/storage/persisted.ts';

const stored = new PersistedText('browser', 'pi-panel.desktop');

export interface DesktopNotice {
  body: string;
  /** A newer one with the same tag replaces it. */
  tag: string;
  /** Where a click leads when the service worker gets it. */
  target: { agent: string; session: string | null };
  onclick: () => void;
}

class DesktopNotices {
  /** `none`: this browser has no notifications. */
  permission = $state<NotificationPermission | 'none'>(
    'Notification' in globalThis ? Notification.permission : 'none',
  );
  #isWanted = $state(stored.get() === 'on');

  get isOn(): boolean {
    return this.#isWanted && this.permission === 'granted';
  }

  async turnOn(): Promise<void> {
    this.permission = await Notification.requestPermission();
    this.#want(this.permission === 'granted');
  }

  turnOff(): void {
    this.#want(false);
  }

  show(title: string, { body, tag, target, onclick }: DesktopNotice): { close: () => void } {
    try {
      const notification = new Notification(title, { body, tag });
      notification.onclick = () => {
        onclick();
        notification.close();
      };
      return notification;
    } catch (error) {
      // Chrome on Android has the constructor, but only lets the service worker show notifications.
      if (!(error instanceof TypeError)) throw error;
    }
    const registration = navigator.serviceWorker.ready;
    const shown = registration.then((worker) => worker.showNotification(title, { body, tag, data: target }));
    const close = async (): Promise<void> => {
      await shown;
      for (const notification of await (await registration).getNotifications({ tag })) notification.close();
    };
    return { close: () => void close() };
  }

  #want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    stored.set(isWanted ? 'on' : 'off');
  }
}

/** One for the page. Only lazy code uses it. */
export const desktop = new DesktopNotices();
