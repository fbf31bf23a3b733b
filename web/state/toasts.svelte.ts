// The toasts on the page: the newest notices, and messages of the page itself. Bounded.
import { getContext, setContext } from 'svelte';
import type { NoticeKind } from '../../shared/pi/dialogs.ts';

export interface Toast {
  id: string;
  kind: NoticeKind;
  message: string;
  /** How often the same message came. */
  times: number;
  /** A message of the page itself. A notice of pi's with the same text does not count as a repetition. */
  isOwn?: boolean;
}

const MAX_SHOWN = 3;

export class Toasts {
  /** The newest last. */
  shown = $state.raw<Toast[]>([]);
  /** How many were replaced by newer ones. */
  pushedOut = $state(0);

  add(notices: readonly { id: string; kind: NoticeKind; message: string }[]): void {
    const next = [...this.shown];
    for (const { id, kind, message } of notices) {
      const same = next.findIndex((toast) => toast.message === message);
      const [before] = same >= 0 ? next.splice(same, 1) : [];
      next.push({ id, kind, message, times: before && !before.isOwn ? before.times + 1 : 1 });
    }
    this.pushedOut += Math.max(0, next.length - MAX_SHOWN);
    this.shown = next.slice(-MAX_SHOWN);
  }

  /** Shows a message of the page itself, such as a refused command. */
  show(kind: NoticeKind, message: string): void {
    if (this.shown.some((toast) => toast.message === message)) return;
    const id = crypto.randomUUID();
    this.add([{ id, kind, message }]);
    this.shown = this.shown.map((toast) => (toast.id === id ? { ...toast, isOwn: true } : toast));
  }

  dismiss(id: string): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
    if (this.shown.length === 0) this.pushedOut = 0;
  }

  dismissAll(): void {
    this.shown = [];
    this.pushedOut = 0;
  }
}

const CONTEXT = Symbol('toasts');

export function setToasts(toasts: Toasts): void {
  setContext(CONTEXT, toasts);
}

export function getToasts(): Toasts {
  return getContext<Toasts>(CONTEXT);
}
