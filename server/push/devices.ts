// The devices that want notifications. The file is private, because anyone who has an endpoint, its keys and the
// panel's own key could send to the device.
import { hash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { NEWS_KINDS } from '../../shared/agent-news.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { NewPushDevice, PushDevice } from '../../shared/push.ts';
import { ifThere } from '../lib/if-there.ts';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { turns } from '../lib/turns.ts';

const MAX_DEVICES = 50;

export const wishes = v.strictObject(v.entriesFromList(NEWS_KINDS, v.boolean()));

const stored = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    endpoint: v.string(),
    keys: v.object({ p256dh: v.string(), auth: v.string() }),
    addedAt: v.number(),
    wishes,
    showsText: v.boolean(),
    sentAt: v.nullable(v.number()),
  }),
);

export type StoredDevice = v.InferOutput<typeof stored>[number];

export class Devices {
  #file: string | null = null;
  readonly #inTurn = turns();
  readonly #onTrouble: (error: unknown) => void;
  #devices: StoredDevice[] = [];

  constructor(onTrouble: (error: unknown) => void) {
    this.#onTrouble = onTrouble;
  }

  /**
   * Reads the devices of the previous panel; without a file, devices are forgotten when the panel ends. An invalid file
   * counts as an empty list.
   */
  async open(file: string): Promise<void> {
    this.#file = file;
    try {
      const text = await ifThere(readFile(file, 'utf8'));
      if (text !== undefined) this.#devices = [...v.parse(stored, JSON.parse(text)), ...this.#devices];
    } catch (error) {
      this.#onTrouble(error);
    }
  }

  get all(): readonly StoredDevice[] {
    return this.#devices;
  }

  add({ endpoint, keys, name, wishes, showsText }: NewPushDevice): StoredDevice {
    const id = hash('sha256', endpoint, 'base64url').slice(0, 16);
    const before = this.#devices.find((device) => device.id === id);
    if (!before && this.#devices.length >= MAX_DEVICES)
      throw new Refusal(
        409,
        'too_many_devices',
        `${MAX_DEVICES} devices get notifications. Remove one first.`,
      );
    const { addedAt = Date.now(), sentAt = null } = before ?? {};
    const device = { id, endpoint, keys, name, wishes, showsText, addedAt, sentAt };
    this.#devices = [...this.#devices.filter((one) => one !== before), device];
    this.#save();
    return device;
  }

  change(id: string, change: Partial<Pick<PushDevice, 'wishes' | 'showsText' | 'sentAt'>>): void {
    this.get(id);
    this.#devices = this.#devices.map((device) => (device.id === id ? { ...device, ...change } : device));
    this.#save();
  }

  /** Returns the device, or throws a Refusal 404. */
  get(id: string): StoredDevice {
    const device = this.#devices.find((one) => one.id === id);
    if (device) return device;
    throw new Refusal(404, 'no_device', 'This device no longer gets notifications.');
  }

  remove(id: string): void {
    this.get(id);
    this.#devices = this.#devices.filter((device) => device.id !== id);
    this.#save();
  }

  removeAll(): void {
    if (this.#devices.length === 0) return;
    this.#devices = [];
    this.#save();
  }

  /** Resolves once everything is in the file. */
  async close(): Promise<void> {
    await this.#inTurn(() => Promise.resolve());
  }

  #save(): void {
    const file = this.#file;
    if (file === null) return;
    const text = `${JSON.stringify(this.#devices, null, 2)}\n`;
    this.#inTurn(async () => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await replaceWholeFile(file, text);
    }).catch(this.#onTrouble);
  }
}
