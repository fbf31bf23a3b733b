// Sends messages to devices. For each agent and device, only the newest is sent, with further attempts while the push
// service fails.
import { hash } from 'node:crypto';
import type { PushMessage } from '../../shared/push.ts';
import { encrypt } from './encrypt.ts';
import type { StoredDevice } from './devices.ts';
import { postPush, type Delivery } from './post.ts';
import { vapidHeader, type VapidKeys } from './vapid.ts';

/** The waits before further attempts. A notification older than their sum is not sent. */
const RETRY_DELAYS_S = [5, 30, 120, 600];
/** A service may ask for a longer wait, but not for days. */
const MAX_WAIT_S = 3600;
/** How long a push service keeps a message for a device that is off. */
const TTL_S = 3600;

export interface SenderOptions {
  keys: () => Promise<VapidKeys>;
  onAccepted: (device: string) => void;
  /** The browser of this device has ended its subscription. */
  onGone: (device: string) => void;
  /** Called if a later attempt cannot be made. */
  onTrouble: (error: unknown) => void;
  /** Default: the push service over the network. */
  post?: typeof postPush;
}

interface Attempts {
  device: StoredDevice;
  message: PushMessage;
  failures: number;
  timer: NodeJS.Timeout | null;
}

export class Sender {
  readonly #options: SenderOptions;
  /** By device and agent. A newer message replaces one that was not delivered yet. */
  readonly #inProgress = new Map<string, Attempts>();
  readonly #troubles = new Map<string, string>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Returns why the last message has not arrived, or null if it has. */
  troubleOf(device: string): string | null {
    return this.#troubles.get(device) ?? null;
  }

  /** Sends a message. Resolves after the first attempt. */
  async send(device: StoredDevice, message: PushMessage): Promise<Delivery> {
    const key = `${device.id} ${message.agent ?? ''}`;
    this.#stop(key);
    const attempts: Attempts = { device, message, failures: 0, timer: null };
    this.#inProgress.set(key, attempts);
    return this.#attempt(key, attempts);
  }

  /** Sends nothing more to this device. */
  forget(device: string): void {
    for (const [key, attempts] of this.#inProgress) if (attempts.device.id === device) this.#stop(key);
    this.#troubles.delete(device);
  }

  close(): void {
    for (const key of [...this.#inProgress.keys()]) this.#stop(key);
  }

  async #attempt(key: string, attempts: Attempts): Promise<Delivery> {
    const { device, message } = attempts;
    const delivery = await this.#post(device, message);
    // The message was replaced or dropped in the meantime.
    if (this.#inProgress.get(key) !== attempts) return delivery;
    this.#settle(key, attempts, delivery);
    return delivery;
  }

  #settle(key: string, attempts: Attempts, delivery: Delivery): void {
    const { id } = attempts.device;
    if (delivery.outcome === 'failed') return this.#retry(key, attempts, delivery);
    this.#inProgress.delete(key);
    if (delivery.outcome === 'refused') {
      this.#troubles.set(id, `Its push service refused the last notification: ${delivery.why}.`);
      return;
    }
    this.#troubles.delete(id);
    if (delivery.outcome === 'gone') this.#options.onGone(id);
    else this.#options.onAccepted(id);
  }

  #retry(key: string, attempts: Attempts, { why, retryAfter }: Delivery & { outcome: 'failed' }): void {
    const { id } = attempts.device;
    const wait = RETRY_DELAYS_S[attempts.failures];
    attempts.failures += 1;
    if (wait === undefined) {
      this.#inProgress.delete(key);
      this.#troubles.set(id, `The last notification was given up: its push service failed (${why}).`);
      return;
    }
    const seconds = Math.min(Math.max(wait, retryAfter ?? 0), MAX_WAIT_S);
    this.#troubles.set(id, `Its push service failed (${why}). Trying again in ${describeSeconds(seconds)}.`);
    attempts.timer = setTimeout(() => {
      this.#attempt(key, attempts).catch(this.#options.onTrouble);
    }, seconds * 1000);
  }

  #stop(key: string): void {
    clearTimeout(this.#inProgress.get(key)?.timer ?? undefined);
    this.#inProgress.delete(key);
  }

  async #post({ endpoint, keys }: StoredDevice, message: PushMessage): Promise<Delivery> {
    const { keys: ownKeys, post = postPush } = this.#options;
    return post({
      endpoint,
      headers: {
        Authorization: vapidHeader(await ownKeys(), new URL(endpoint).origin),
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        TTL: TTL_S,
        Urgency: message.kind === 'waiting' ? 'high' : 'normal',
        // With a topic, a device that was off gets only the newest message of an agent.
        Topic: hash('sha256', message.agent ?? 'test', 'base64url').slice(0, 32),
      },
      body: encrypt(JSON.stringify(message), keys),
    });
  }
}

function describeSeconds(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
