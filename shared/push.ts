// Web Push: the devices that are notified about agents while no page is open, and what is sent to them.
import type { NewsKind, NewsChoices } from './agent-news.ts';

/** GET /api/push */
export interface PushInfo {
  /** The panel's VAPID key, as browsers want it: 65 bytes in base64url. */
  publicKey: string;
  devices: PushDevice[];
}

export interface PushDevice {
  id: string;
  /** The name that its browser gives itself, such as `Firefox on Android`. */
  name: string;
  /** The push service, such as `fcm.googleapis.com`. */
  service: string;
  /** ms since 1970 */
  addedAt: number;
  wishes: NewsChoices;
  /** Whether the name of the session and the agent's question or last words are sent, too. */
  showsText: boolean;
  /** When its push service last accepted a notification, in ms since 1970; null if it never did. */
  sentAt: number | null;
  /** Why the last notification has not arrived, and what happens next. */
  trouble: string | null;
}

/** POST /api/push/devices: the browser's own subscription. The same endpoint replaces the device. */
export interface NewPushDevice extends Pick<PushDevice, 'name' | 'wishes' | 'showsText'> {
  endpoint: string;
  /** In base64url. */
  keys: { p256dh: string; auth: string };
}

/** The decrypted payload that the service worker gets. */
export interface PushMessage {
  kind: NewsKind | 'test';
  /** Id of the agent, and of its session if it has one; absent in a test. */
  agent?: string;
  session?: string;
  /** Only if the user chose to send it. */
  name?: string;
  line?: string;
}
