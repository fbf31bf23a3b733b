// Web Push for the settings: the devices that get notifications while no page is open, and whether this browser can be
// one of them.
import { t } from '../../language/text.ts';
import type { NewsChoices } from '../../../shared/agent-news.ts';
import type { NewPushDevice, PushDevice, PushInfo } from '../../../shared/push.ts';
import type { Api } from '../../lib/requests/api.ts';
import { bytesOfBase64 } from '../../lib/browser/base64.ts';
import { browserName } from '../../lib/browser/browser-name.ts';
import { asObject, isText, Persisted } from '../../lib/storage/persisted.ts';
import type { ServiceWorkerHost } from './service-worker.svelte.ts';

/** This browser's subscription, as the panel knows it. */
const known = new Persisted({
  area: 'browser',
  key: 'pi-panel.push-device',
  parse: (value) => {
    const { id, endpoint } = asObject(value);
    return isText(id) && isText(endpoint) ? { id, endpoint } : null;
  },
});

const ALL_KINDS: NewsChoices = { waiting: true, failed: true, finished: true };

export class PushDevices {
  devices = $state.raw<readonly PushDevice[] | null>(null);
  /** The id of this browser's device. Null if this browser gets no notifications. */
  ownId = $state(known.get()?.id ?? null);
  readonly #api: Api;
  readonly #worker: ServiceWorkerHost;
  #publicKey = '';

  constructor(api: Api, worker: ServiceWorkerHost) {
    this.#api = api;
    this.#worker = worker;
  }

  /** Explains why this browser cannot get notifications. Null if it can. */
  get problem(): string | null {
    const { isSupported, registration, trouble } = this.#worker;
    if (!isSupported)
      return t('This browser allows them only on a page over TLS, or on the machine that runs the panel.');
    if (trouble !== null) return t("The service worker couldn't be installed: {reason}", { reason: trouble });
    if (registration && !('pushManager' in registration))
      return t(
        "This browser doesn't support push notifications. On an iPhone, install the panel on the home screen first.",
      );
    if ('Notification' in globalThis && Notification.permission === 'denied')
      return t('This browser blocks them for this page. Allow them in its settings.');
    return registration ? null : t("The service worker isn't ready yet.");
  }

  async load(): Promise<void> {
    const { publicKey, devices } = await this.#api.json<PushInfo>('api/push');
    this.#publicKey = publicKey;
    this.devices = devices;
    const own = known.get();
    if (own) await this.#refresh(own);
  }

  /** Must be called on a click, because the browser asks the user for permission. */
  async turnOn(): Promise<void> {
    const { registration } = this.#worker;
    if (!registration) throw new Error(this.problem ?? t("The service worker isn't ready yet."));
    if ((await Notification.requestPermission()) !== 'granted')
      throw new Error(t("The browser didn't allow notifications."));
    if (!this.#publicKey) await this.load();
    await this.#subscribe(registration, { wishes: ALL_KINDS, showsText: false });
  }

  async change(id: string, change: Partial<Pick<PushDevice, 'wishes' | 'showsText'>>): Promise<void> {
    await this.#api.fetch(routeOf(id), { method: 'POST', body: change });
    this.devices =
      this.devices?.map((device) => (device.id === id ? { ...device, ...change } : device)) ?? null;
  }

  async remove(id: string): Promise<void> {
    if (id === this.ownId) await this.#unsubscribe();
    await this.#api.fetch(routeOf(id), { method: 'DELETE' });
    this.devices = this.devices?.filter((device) => device.id !== id) ?? null;
  }

  async test(id: string): Promise<void> {
    await this.#api.fetch(`${routeOf(id)}/test`, { method: 'POST', body: {} });
    await this.load();
  }

  /** Registers this browser again after all devices were removed together with the other links. */
  async subscribeAgain(): Promise<void> {
    const registration = await this.#worker.find();
    const before = this.devices?.find(({ id }) => id === this.ownId);
    if (!registration || this.ownId === null) return;
    await this.#subscribe(registration, before ?? { wishes: ALL_KINDS, showsText: false });
  }

  /** Repairs this browser's subscription, which the browser may have replaced, or another device may have removed. */
  async #refresh({ id, endpoint }: { id: string; endpoint: string }): Promise<void> {
    const device = this.devices?.find((each) => each.id === id);
    const registration = await this.#worker.find();
    if (!device) return this.#unsubscribe();
    const current = await registration?.pushManager.getSubscription();
    if (!registration || (current && current.endpoint === endpoint)) return;
    await this.#subscribe(registration, device);
    await this.#api.fetch(routeOf(id), { method: 'DELETE' });
    this.devices = this.devices?.filter((each) => each.id !== id) ?? null;
  }

  async #subscribe(
    { pushManager }: ServiceWorkerRegistration,
    { wishes, showsText }: Pick<PushDevice, 'wishes' | 'showsText'>,
  ): Promise<void> {
    const key = bytesOf(this.#publicKey);
    const before = await pushManager.getSubscription();
    const hasSameKey = before && isSame(before.options.applicationServerKey, key);
    // Browsers refuse a subscription with a second key.
    if (before && !hasSameKey) await before.unsubscribe();
    const subscription =
      before && hasSameKey
        ? before
        : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = '', keys = {} } = subscription.toJSON();
    const body: NewPushDevice = {
      endpoint,
      keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
      name: browserName(navigator.userAgent),
      wishes,
      showsText,
    };
    const device = await this.#api.json<PushDevice>('api/push/devices', { method: 'POST', body });
    known.set({ id: device.id, endpoint });
    this.ownId = device.id;
    this.devices = [...(this.devices ?? []).filter(({ id }) => id !== device.id), device];
  }

  async #unsubscribe(): Promise<void> {
    known.set(null);
    this.ownId = null;
    const registration = await this.#worker.find();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  }
}

const routeOf = (id: string): string => `api/push/devices/${encodeURIComponent(id)}`;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  bytesOfBase64(base64url.replaceAll('-', '+').replaceAll('_', '/'));

function isSame(key: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(key ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at]);
}
