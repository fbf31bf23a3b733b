// Web Push: notifies the user's devices about agents while nobody looks at a page of the panel.
import path from 'node:path';
import { AgentNews, type NewsKind } from '../../shared/agent-news.ts';
import type { OverviewAgent } from '../../shared/overview.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { NewPushDevice, PushDevice, PushInfo, PushMessage } from '../../shared/push.ts';
import { Devices, type StoredDevice } from './devices.ts';
import { areBrowserKeys } from './encrypt.ts';
import { endpointProblem } from './endpoint.ts';
import { Presence } from './presence.ts';
import { Sender, type SenderOptions } from './sender.ts';
import { makeVapidKeys, openVapidKeys, type VapidKeys } from './vapid.ts';
import { cutText } from '../../shared/view/cut-text.ts';

/** Characters of each text that the user allows in notifications. */
const MAX_TEXT = 300;

export interface PushOptions extends Pick<SenderOptions, 'post'> {
  /** Null if nothing should outlive the panel. */
  folder: string | null;
  /** Only for tests: a push service on this machine. */
  toLoopback?: boolean;
  onTrouble: (error: unknown) => void;
}

export class Push {
  readonly presence = new Presence();
  readonly #options: PushOptions;
  readonly #news = new AgentNews();
  readonly #devices: Devices;
  readonly #sender: Sender;
  #keys: Promise<VapidKeys> | null = null;

  constructor(options: PushOptions) {
    this.#options = options;
    const { post, onTrouble } = options;
    this.#devices = new Devices(onTrouble);
    this.#sender = new Sender({
      keys: () => this.#openKeys(),
      onAccepted: (id) => this.#devices.change(id, { sentAt: Date.now() }),
      // Other messages to this device may be on their way.
      onGone: (id) => this.remove(id),
      onTrouble,
      ...(post && { post }),
    });
  }

  /**
   * Opens the list of devices. `place`: the workspace and port of this panel, since a device subscribes to one panel.
   */
  async open(place: string): Promise<void> {
    const { folder } = this.#options;
    if (folder !== null) await this.#devices.open(path.join(folder, place));
  }

  async info(): Promise<PushInfo> {
    const { publicKey } = await this.#openKeys();
    return { publicKey, devices: this.#devices.all.map((device) => this.#describe(device)) };
  }

  /** Adds a device. Throws a Refusal 400 for an address that the server must not contact. */
  add(device: NewPushDevice): PushDevice {
    const problem = endpointProblem(device.endpoint, this.#options);
    if (problem) throw new Refusal(400, 'bad_endpoint', `endpoint: ${problem}.`);
    if (!areBrowserKeys(device.keys)) throw new Refusal(400, 'bad_keys', 'keys: not the keys of a browser.');
    return this.#describe(this.#devices.add(device));
  }

  change(id: string, change: Partial<Pick<PushDevice, 'wishes' | 'showsText'>>): void {
    this.#devices.change(id, change);
  }

  remove(id: string): void {
    this.#devices.remove(id);
    this.#sender.forget(id);
  }

  /** Removes all devices, because the links through which they were added have ended. */
  removeAll(): void {
    for (const { id } of this.#devices.all) this.#sender.forget(id);
    this.#devices.removeAll();
  }

  /** Sends a test message. Rejects with a Refusal 502 if the device's push service does not accept it. */
  async test(id: string): Promise<void> {
    const delivery = await this.#sender.send(this.#devices.get(id), { kind: 'test' });
    if (delivery.outcome === 'gone')
      throw new Refusal(410, 'gone', 'The browser of this device has ended its subscription.');
    if (delivery.outcome !== 'accepted')
      throw new Refusal(502, 'push_failed', `The push service did not accept it: ${delivery.why}.`);
  }

  /** Call this with every changed row of the agents list. */
  onRow(row: OverviewAgent): void {
    const kind = this.#news.onRow(row);
    if (!kind || this.presence.isWatched) return;
    for (const device of this.#devices.all.filter(({ wishes }) => wishes[kind]))
      this.#sender.send(device, messageOf(kind, row, device)).catch(this.#options.onTrouble);
  }

  onEnd(id: string): void {
    this.#news.forget(id);
  }

  async close(): Promise<void> {
    this.#sender.close();
    await this.#devices.close();
  }

  #openKeys(): Promise<VapidKeys> {
    const { folder } = this.#options;
    this.#keys ??=
      folder === null ? Promise.resolve(makeVapidKeys()) : openVapidKeys(path.join(folder, 'vapid.json'));
    // A folder that could not be written may be writable next time.
    this.#keys.catch(() => (this.#keys = null));
    return this.#keys;
  }

  #describe({ id, name, endpoint, addedAt, wishes, showsText, sentAt }: StoredDevice): PushDevice {
    const service = new URL(endpoint).hostname;
    return { id, name, service, addedAt, wishes, showsText, sentAt, trouble: this.#sender.troubleOf(id) };
  }
}

function messageOf(kind: NewsKind, row: OverviewAgent, { showsText }: StoredDevice): PushMessage {
  const { id, session, workspace, line } = row;
  const name = session?.name ?? session?.firstMessage ?? path.basename(workspace);
  return {
    kind,
    agent: id,
    ...(session && { session: session.id }),
    ...(showsText && { name: cutText(name, MAX_TEXT), line: cutText(line, MAX_TEXT) }),
  };
}
