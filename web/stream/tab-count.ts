// How many tabs of this browser show the panel, told among themselves. Only needed where they cannot share one event
// stream: then each holds one of the six connections that a browser opens to a host.

type Message = { say: 'here'; tab: string; isNew: boolean } | { say: 'gone'; tab: string };

export class TabCount {
  readonly #onCount: (count: number) => void;
  readonly #channel = new BroadcastChannel('pi-panel:tabs');
  /** Not the browser's randomUUID, which there is in secure contexts only. */
  readonly #tab = Math.random().toString(36).slice(2);
  readonly #others = new Set<string>();

  /** `onCount` is called at once and with every change; this tab counts. */
  constructor(onCount: (count: number) => void) {
    this.#onCount = onCount;
    this.#channel.onmessage = ({ data }) => this.#hear(data as Message);
    this.recount();
  }

  /** A tab that crashed has not said so: whoever looks at this one again gets the truth. */
  recount(): void {
    this.#others.clear();
    this.#post({ say: 'here', tab: this.#tab, isNew: true });
    this.#onCount(1);
  }

  close(): void {
    this.#post({ say: 'gone', tab: this.#tab });
    this.#channel.close();
  }

  #hear(message: Message): void {
    if (message.say === 'gone') this.#others.delete(message.tab);
    else {
      this.#others.add(message.tab);
      if (message.isNew) this.#post({ say: 'here', tab: this.#tab, isNew: false });
    }
    this.#onCount(this.#others.size + 1);
  }

  #post(message: Message): void {
    this.#channel.postMessage(message);
  }
}
