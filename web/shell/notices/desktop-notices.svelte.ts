// Whether questions are told on the desktop while nobody looks at this page. Only a click ever asks the browser for it.
import { PersistedText } from '../../lib/persisted.ts';

const stored = new PersistedText('browser', 'pi-panel.desktop');

export class DesktopNotices {
  /** `none`: this browser cannot. */
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
