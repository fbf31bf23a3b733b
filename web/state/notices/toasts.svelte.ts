// The toasts on the page: the newest notices, and messages of the page itself. At most three are shown. The list of
// notifications keeps the messages of the page; the view keeps the notices.
import { randomId } from '../../lib/browser/random-id.ts';
import { getContext, setContext } from 'svelte';
import type { NoticeKind } from '../../../shared/pi/dialogs.ts';
import type { Notice } from '../../../shared/view/view.ts';
import { withoutJson } from '../../lib/format/json-in-text.ts';

export interface Toast {
  id: string;
  kind: NoticeKind;
  message: string;
  /** How often the same message arrived. */
  times: number;
  /** Set for a message of the page itself. A notice from pi with the same text does not count as its repetition. */
  isOwn?: boolean;
  /** A button that works once: in the toast or, once that is gone, in the list. */
  action?: ToastAction;
  /** Whether its message has become wrong, which removes the toast. By default, it never does. */
  isOver?: () => boolean;
}

export type KeptNotice = Notice & Pick<Toast, 'action'>;

export interface ToastAction {
  label: string;
  act: () => void;
  /** Whether it has become impossible, which hides the button. By default, it never does. */
  isOver?: () => boolean;
}

const MAX_SHOWN = 3;
/** How many messages are kept. The view keeps as many of pi's notices. */
const MAX_KEPT = 100;

export class Toasts {
  /** Newest last. */
  shown = $state.raw<Toast[]>([]);
  /** The messages of the page itself, newest last. */
  kept = $state.raw<readonly KeptNotice[]>([]);
  /** How many toasts were replaced by newer ones. */
  droppedCount = $state(0);

  add(notices: readonly Pick<Toast, 'id' | 'kind' | 'message' | 'action' | 'isOver'>[], isOwn = false): void {
    const next = [...this.shown];
    for (const { id, kind, message: whole, action, isOver } of notices) {
      const message = withoutJson(whole);
      const same = next.findIndex((toast) => toast.message === message);
      const [before] = same >= 0 ? next.splice(same, 1) : [];
      const times = before && !before.isOwn ? before.times + 1 : 1;
      next.push({ id, kind, message, times, isOwn, action, isOver });
    }
    this.droppedCount += Math.max(0, next.length - MAX_SHOWN);
    this.shown = next.slice(-MAX_SHOWN);
  }

  /** Shows a message of the page itself, such as a refused command, unless pi reports the same. */
  show(kind: NoticeKind, message: string, action?: ToastAction): void {
    this.showWhile({ kind, message, action });
  }

  /** Shows a message whose toast disappears when it is over. */
  showWhile({ isOver, ...own }: Pick<Toast, 'kind' | 'message' | 'action' | 'isOver'>): void {
    const { action, message } = own;
    if (!action && this.shown.some((toast) => !toast.isOwn && toast.message === withoutJson(message))) return;
    const notice = { id: randomId(), at: Date.now(), ...own };
    this.kept = [...this.kept, notice].slice(-MAX_KEPT);
    this.add([{ ...notice, isOver }], true);
  }

  /** Runs the action of a toast or of a kept message, and removes its button. */
  act(id: string): void {
    const { action } = this.kept.find((notice) => notice.id === id) ?? {};
    this.kept = this.kept.map((notice) => (notice.id === id ? { ...notice, action: undefined } : notice));
    this.dismiss(id);
    action?.act();
  }

  dismiss(id: string): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
    if (this.shown.length === 0) this.droppedCount = 0;
  }

  dismissAll(): void {
    this.shown = [];
    this.droppedCount = 0;
  }
}

const CONTEXT = Symbol('toasts');

export function setToasts(toasts: Toasts): void {
  setContext(CONTEXT, toasts);
}

export function getToasts(): Toasts {
  return getContext<Toasts>(CONTEXT);
}
