// Counts the tabs of this browser that show the panel, by messages between them. This is only used if tabs cannot share
// one event stream, so that each tab occupies one of the six connections that a browser opens per host.

type Message = { type: 'here'; tab: string; isNew: boolean } | { type: 'gone'; tab: string };

export class TabCount {
  readonly #onCount: (count: number) => void;
  readonly #channel = new BroadcastChannel('pi-panel.tabs');
  /** `crypto.randomUUID` exists only in secure contexts. */
  readonly #tab = Math.random().toString(36).slice(2);
  readonly #others = new Set<string>();

  /** `onCount` is called at once and after every change. The count includes this tab. */
  constructor(onCount: (count: number) => void) {
    this.#onCount = onCount;
    this.#channel.onmessage = ({ data }) => this.#onMessage(data as Message);
    this.recount();
  }

  /** Counts again, without the tabs that crashed and therefore did not send `gone`. */
  recount(): void {
    this.#others.clear();
    this.#post({ type: 'here', tab: this.#tab, isNew: true });
    this.#onCount(1);
  }

  close(): void {
    this.#post({ type: 'gone', tab: this.#tab });
    this.#channel.close();
  }

  #onMessage(message: Message): void {
    if (message.type === 'gone') this.#others.delete(message.tab);
    else {
      this.#others.add(message.tab);
      if (message.isNew) this.#post({ type: 'here', tab: this.#tab, isNew: false });
    }
    this.#onCount(this.#others.size + 1);
  }

  #post(message: Message): void {
    this.#channel.postMessage(message);
  }
}
