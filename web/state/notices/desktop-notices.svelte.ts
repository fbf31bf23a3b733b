// Desktop notifications, shown while the user does not see the page, if the user has turned them on. The browser's
// permission is requested only on a click.
import { PersistedText } from '../../lib/storage/persisted.ts';

const stored = new PersistedText('browser', 'pi-panel.desktop');

export interface DesktopNotice {
  body: string;
  /** A newer notification with the same tag replaces this one. */
  tag: string;
  /** The place that a click shows if the service worker handles it. */
  target: { agent: string; session: string | null };
  onclick: () => void;
}

export class DesktopNotices {
  /** `none` if this browser has no notifications. */
  permission = $state<NotificationPermission | 'none'>(
    'Notification' in globalThis ? Notification.permission : 'none',
  );
  #isEnabled = $state(stored.get() === 'on');

  get isOn(): boolean {
    return this.#isEnabled && this.permission === 'granted';
  }

  async turnOn(): Promise<void> {
    this.permission = await Notification.requestPermission();
    this.#setEnabled(this.permission === 'granted');
  }

  turnOff(): void {
    this.#setEnabled(false);
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
      // Chrome on Android has the constructor, but lets only the service worker show notifications.
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

  #setEnabled(isEnabled: boolean): void {
    this.#isEnabled = isEnabled;
    stored.set(isEnabled ? 'on' : 'off');
  }
}

/** The instance of this page. Only lazily loaded code uses it. */
export const desktop = new DesktopNotices();
