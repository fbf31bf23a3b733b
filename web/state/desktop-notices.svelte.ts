// Whether dialogs are announced on the desktop while the page is not visible. The browser's permission is requested only
// on a click.
import { PersistedText } from '../lib/persisted.ts';

const stored = new PersistedText('browser', 'pi-panel.desktop');

export class DesktopNotices {
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

  #want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    stored.set(isWanted ? 'on' : 'off');
  }
}
