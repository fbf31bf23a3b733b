// Everything that extensions draw in one pi: opens and closes drawings, and passes keys and the size of the terminal to
// them.
import { randomUUID } from 'node:crypto';
import { errorText } from '../../../shared/error-text.ts';
import type { CompanionReport, CompanionRequest, EditorActs } from '../../../shared/companion.ts';
import { MAX_DRAWN, type DrawnKind } from '../../../shared/view/screens.ts';
import { Drawing } from './drawing.ts';
import { KeyListeners } from './key-listeners.ts';
import { KnownPage } from './known-page.ts';
import { LentTerminal } from './lent-terminal.ts';
import { piKeybindings } from './pi-keys.ts';
import { Pictures } from './pictures.ts';
import { announceStdoutSize, provideStdoutSize } from './stdout-size.ts';
import type { Component, EditorComponent, PiParts, Tui } from '../pi-parts.ts';

/** How long a screen may be open before pi has read its first command, since it cannot get a key until then. */
const UNRESPONSIVE_MS = 10_000;
const ESCAPE = '\x1b';

type Done = (result?: unknown) => void;
type CustomArguments = [tui: Tui, theme: unknown, keys: object, done: Done];
export type CustomFactory = (...given: CustomArguments) => Component | Promise<Component>;
export interface CustomOptions {
  overlay?: boolean;
  overlayOptions?: object | (() => object);
  onHandle?: (handle: unknown) => void;
  /** Set if pi is to report that it waits for the user until the component is done (since 1.5.0). */
  blocked?: { kind?: string; message?: string };
}
export type PartFactory = (tui: Tui, theme: unknown, ...more: unknown[]) => Component;

interface OpenDrawing {
  kind: DrawnKind;
  drawing: Drawing;
  /** Ends the screen without a result. */
  cancel: (error?: unknown) => void;
}

export class Drawings {
  readonly keybindings: object;
  /** Extensions that hear each key before a screen does. */
  readonly listeners: KeyListeners;
  /** The pictures of drawings, and of rows of the conversation. */
  readonly pictures: Pictures;
  /** The terminal for programs that take the place of the TUI. */
  readonly terminal = new LentTerminal();
  readonly #parts: PiParts;
  readonly #send: (report: CompanionReport) => void;
  readonly #open = new Map<string, OpenDrawing>();
  readonly #page = new KnownPage();
  #acts: EditorActs = { submitted: [], isInterrupted: false };

  /** `send` must work at any time, even when the session that opened a drawing is gone. */
  constructor(parts: PiParts, send: (report: CompanionReport) => void) {
    this.#parts = parts;
    this.#send = send;
    this.keybindings = piKeybindings(parts);
    showCapabilities(parts);
    this.pictures = new Pictures((report) => this.#send(report));
    this.listeners = new KeyListeners((error, by) => {
      const message = `${by ?? 'An extension'} failed to listen to a key: ${errorText(error)}`;
      this.#send({ type: 'notice', message });
    });
    provideStdoutSize(() => this.#page.sizeFor([...this.#open.values()].at(-1)?.kind));
  }

  /** Does what `ctx.ui.custom()` does in pi's TUI, as of 0.87.1. Rejects if the component throws. */
  custom(
    factory: CustomFactory,
    options: CustomOptions | undefined,
    ui: { by?: string | undefined; theme: unknown },
  ): Promise<unknown> {
    const isOverlay = options?.overlay ?? false;
    return new Promise((resolve, reject) => {
      let component: Component | undefined;
      const end = this.#start(isOverlay ? 'overlay' : 'screen', ui.by, {
        isBlocking: Boolean(options?.blocked),
        onEnd: (error) => {
          clearTimeout(deaf);
          if (error) reject(error instanceof Error ? error : new Error(errorText(error)));
          else resolve(undefined);
          disposeOf(component);
        },
      });
      if (!end) return resolve(undefined);
      const deaf = (globalThis as Kept)[HAS_HEARD]
        ? undefined
        : setTimeout(() => this.#cancelUnresponsive(end.drawing.id), UNRESPONSIVE_MS);
      const done: Done = (result) => {
        if (!this.#open.has(end.drawing.id)) return;
        resolve(result);
        end.cancel();
      };
      Promise.resolve()
        .then(() => factory(end.drawing.tui, ui.theme, this.keybindings, done))
        .then((made) => {
          component = made;
          if (!this.#open.has(end.drawing.id)) return disposeOf(made);
          if (!isOverlay) return end.drawing.show(made);
          const handle = end.drawing.showOverlay(made, () => overlayOptions(options, made));
          options?.onHandle?.(handle);
        })
        .catch((error: unknown) => end.cancel(error));
    });
  }

  /**
   * Shows a custom editor above the page's composer until the returned function is called. `onEnd` is called once the
   * editor is closed, also after an error.
   */
  editor(
    make: (tui: Tui) => EditorComponent,
    { by, onEnd }: { by: string | undefined; onEnd: () => void },
  ): () => void {
    return this.part('editor', make, { by, onEnd });
  }

  /** Records what the user did in an editor, for the page whose key it was. */
  act({ submitted = [], followUps, actions, isInterrupted, draft }: Partial<EditorActs>): void {
    const acts = this.#acts;
    this.#acts = Object.assign(acts, {
      submitted: [...acts.submitted, ...submitted],
      isInterrupted: acts.isInterrupted || (isInterrupted ?? false),
      ...(followUps && { followUps: [...(acts.followUps ?? []), ...followUps] }),
      ...(actions && { actions: [...(acts.actions ?? []), ...actions] }),
      ...(draft && { draft }),
    });
  }

  /** Draws a part of the page, until the returned function is called. */
  part(
    kind: DrawnKind,
    make: (tui: Tui) => Component,
    { by, key, onEnd }: { by?: string | undefined; key?: string; onEnd?: () => void },
  ): () => void {
    let component: Component | undefined;
    const open = this.#start(kind, by, {
      key,
      onEnd: (error) => {
        if (error)
          this.#send({
            type: 'notice',
            message: `${by ?? 'An extension'} cannot draw its ${kind}: ${errorText(error)}`,
          });
        onEnd?.();
        disposeOf(component);
      },
    });
    if (!open) return () => undefined;
    try {
      component = make(open.drawing.tui);
      open.drawing.show(component);
    } catch (error) {
      open.cancel(error);
    }
    return () => open.cancel();
  }

  /** Call this for each request from the panel. A request shows that pi reads commands. */
  onCommand(): void {
    (globalThis as Kept)[HAS_HEARD] = true;
  }

  async onRequest(
    request: Extract<CompanionRequest, { ask: 'terminal' | 'keys' | 'close' }>,
  ): Promise<EditorActs | null> {
    if (request.ask === 'terminal') {
      const isNewSize = this.#page.update(request);
      for (const { drawing } of this.#open.values()) drawing.refresh();
      if (isNewSize) announceStdoutSize();
      return null;
    }
    const open = this.#open.get(request.id);
    // The extension closed it while the request was on its way.
    if (!open) return null;
    if (request.ask === 'keys') {
      this.#acts = { submitted: [], isInterrupted: false };
      await open.drawing.input(request.data);
      return this.#acts;
    }
    void open.drawing.input(ESCAPE);
    // If a screen does not close on Esc, it is ended without a result.
    setImmediate(() => open.cancel());
    return null;
  }

  redrawAll(): void {
    for (const { drawing } of this.#open.values()) drawing.redraw();
  }

  closeAll(): void {
    for (const { cancel } of [...this.#open.values()]) cancel();
  }

  #start(
    kind: DrawnKind,
    by: string | undefined,
    {
      key,
      isBlocking,
      onEnd,
    }: { key?: string | undefined; isBlocking?: boolean; onEnd: (error?: unknown) => void },
  ): OpenDrawing | null {
    if (this.#open.size >= MAX_DRAWN) {
      this.#send({
        type: 'notice',
        message: `${by ?? 'An extension'} cannot draw: ${MAX_DRAWN} drawings are open already.`,
      });
      return null;
    }
    const id = randomUUID().slice(0, 8);
    const cancel = (error?: unknown): void => {
      if (!this.#open.delete(id)) return;
      drawing.close();
      onEnd(error);
    };
    let hasTerminal = false;
    const drawing: Drawing = new Drawing({
      id,
      kind,
      ...(by && { by }),
      ...(key !== undefined && { key }),
      newTui: this.#parts.newTui,
      isBlocking,
      size: () => this.#page.sizeFor(kind),
      lending: {
        lend: () => {
          this.terminal.lend(by);
          hasTerminal = true;
        },
        giveBack: () => {
          if (hasTerminal) this.terminal.giveBack();
          hasTerminal = false;
        },
      },
      isWatched: () => this.#page.isWatched,
      send: this.#send,
      takePictures: (lines) => this.pictures.takeFrom(lines),
      passKey: (key) => this.listeners.passKey(key),
      onError: cancel,
    });
    const open = { kind, drawing, cancel };
    this.#open.set(id, open);
    return open;
  }

  #cancelUnresponsive(id: string): void {
    const open = this.#open.get(id);
    if ((globalThis as Kept)[HAS_HEARD] || !open) return;
    open.cancel();
    this.#send({
      type: 'notice',
      message:
        'A screen that an extension opened before pi was ready was closed: pi waited for it and could take no keys.',
    });
  }
}

/** Tells pi's components what the page can do that the terminal of a pipe cannot. */
function showCapabilities({ keybindings: tui }: PiParts): void {
  tui.setKittyProtocolActive?.(true);
  // iTerm2's protocol takes pictures of all types as they are.
  tui.setCapabilities?.({ ...tui.getCapabilities?.(), images: 'iterm2' });
}

/**
 * Under this name it is known that pi has read a command, so that keys can arrive. pi loads extensions again with each
 * session, and reads on.
 */
const HAS_HEARD = Symbol.for('pi-panel.has-heard');

interface Kept {
  [HAS_HEARD]?: true;
}

function overlayOptions(options: CustomOptions | undefined, component: Component): object | undefined {
  const given = options?.overlayOptions;
  if (given) return typeof given === 'function' ? (given as () => object)() : given;
  const { width } = component as { width?: number };
  return width ? { width } : undefined;
}

/** Disposes of the component. As in pi, an error of `dispose` is ignored. */
function disposeOf(component: Component | undefined): void {
  try {
    component?.dispose?.();
  } catch {
    // The finished drawing must be removed completely.
  }
}
