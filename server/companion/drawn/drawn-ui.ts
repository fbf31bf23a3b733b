// Gives extensions the parts of `ctx.ui` that RPC mode lacks: what they would draw in pi's TUI is drawn for the page.
// pi passes its UI to extensions through one method of the class that runs them, and this file replaces that method.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { CHANNEL, type CompanionReport } from '../../../shared/companion.ts';
import { findCaller } from '../caller.ts';
import { Completer, type ProviderFactory } from './completer.ts';
import { Drawings, type CustomFactory, type CustomOptions, type PartFactory } from './drawings.ts';
import { EDITOR_CALLS, editorCalls } from './editor-ui.ts';
import { footerData } from './footer-data.ts';
import type { Listener } from './key-listeners.ts';
import type { Runner } from '../loaded.ts';
import { Themes } from './themes.ts';
import { usePageTheme } from './page-theme.ts';
import { loadPiParts, type NamedCommand, type PiParts } from '../pi-parts.ts';
import { RegisteredParts } from './registered.ts';
import { Renderers } from './renderers.ts';
import { watchSessionMoves } from './session-moves.ts';
import { watchEnding } from '../watch/watch-ending.ts';

type Ui = ExtensionContext['ui'];
type Calls = Record<string, unknown>;
type SetUi = (this: object, ui: Ui | undefined, mode?: string) => void;
type Discover = (this: object, ...given: unknown[]) => Promise<{ themePaths?: { path: string }[] }>;

/**
 * The properties in which the class keeps the functions that its replaced methods call. After a reload, these are the
 * functions of the newly loaded extension.
 */
const SET_UI_HOOK = Symbol.for('pi-panel.set-ui');
const THEME_PATHS_HOOK = Symbol.for('pi-panel.theme-paths');

/** The methods of `ctx.ui` that work because of this file. */
export const DRAWN_CALLS = [
  'custom',
  'setFooter',
  'setHeader',
  'setWidget',
  'addAutocompleteProvider',
  'onTerminalInput',
  'setTheme',
  'getTheme',
  'getAllThemes',
  ...EDITOR_CALLS,
] as const;

export interface DrawnUi {
  drawings: Drawings;
  renderers: Renderers;
  registered: RegisteredParts;
  completer: Completer;
  themes: Themes;
  /** Whether pi took its UI through the replaced method, which shows that pi runs these classes. */
  isInUse: () => boolean;
  /** Runs the extensions of the current session. */
  runner: () => Runner;
  /** Sets the function that lists pi's commands, for the editors of extensions. */
  completeCommands: (list: () => readonly NamedCommand[]) => void;
  /** Moves in the session for the panel, which shows the new point itself. */
  moveQuietly: <T>(move: () => Promise<T>) => Promise<T>;
}

/** Rejects if this pi is built differently. Call this before pi has its UI. */
export async function provideDrawnUi(): Promise<DrawnUi> {
  const parts = await loadPiParts();
  let send: (report: CompanionReport) => void = () => undefined;
  let runner: Runner | null = null;
  let setEditorText: (text: string) => void = () => undefined;
  let hasEditor = (): boolean => false;
  const drawings = new Drawings(parts, (report) => send(report));
  const renderers = new Renderers(
    parts,
    { runner: () => runner ?? {}, pictures: drawings.pictures },
    (report) => send(report),
  );
  let listCommands: () => readonly NamedCommand[] = () => [];
  const completer = new Completer(() => runner?.getRegisteredCommands?.() ?? [], {
    CombinedAutocompleteProvider: parts.keybindings.CombinedAutocompleteProvider,
    folder: process.cwd(),
    listCommands: () => listCommands(),
  });
  const registered = new RegisteredParts(
    () => runner ?? {},
    { completer, listeners: drawings.listeners },
    (report) => send(report),
  );
  const themes = new Themes(parts.agent);
  const otherCalls: Calls = {
    addAutocompleteProvider: (factory: ProviderFactory) => {
      completer.add(factory);
      registered.report();
    },
    onTerminalInput: (listener: Listener) => {
      const remove = drawings.listeners.add(listener, findCaller()?.name);
      registered.report();
      return () => {
        remove();
        registered.report();
      };
    },
    getAllThemes: () => themes.all.map(({ name, path }) => ({ name, path })),
    getTheme: (name: string) => themes.instance(name),
    setTheme: (wanted: string | { name?: string }) => {
      const name = typeof wanted === 'string' ? wanted : (wanted.name ?? '');
      if (!themes.find(name)) return { success: false, error: `Theme not found: ${name}` };
      send({ type: 'theme', name });
      return { success: true };
    },
  };
  watchThemePaths(parts, (paths) => themes.add(paths));
  replaceSetUi(parts, (ui, by) => {
    // RPC mode's own object works at any time, because it is not bound to a session.
    send = (report) => ui.setStatus(CHANNEL, JSON.stringify(report));
    drawings.closeAll();
    drawings.listeners.clear();
    renderers.reset();
    drawings.pictures.reset();
    registered.reset();
    completer.reset();
    usePageTheme(parts);
    runner = by;
    watchEnding(by, (report) => send(report));
    const { agent } = parts;
    const caller = (): string | undefined => findCaller()?.name;
    const provided = {
      ...ui,
      ...drawnCalls(ui, drawings),
      ...otherCalls,
      ...editorCalls({
        ui,
        agent,
        drawings,
        send: (report) => send(report),
        by: caller,
        completer,
        runner: by,
        matchesKey: parts.keybindings.matchesKey,
      }),
    };
    setEditorText = (text) => provided.setEditorText(text);
    hasEditor = () => provided.getEditorComponent() !== undefined;
    return provided;
  });
  let isOwnMove = false;
  watchSessionMoves(parts, {
    // The page puts the text into the draft of the new session, once it knows of that.
    onFork: (text) => (hasEditor() ? setEditorText(text) : send({ type: 'forked', text })),
    onNavigate: (leafId, text) => {
      if (isOwnMove) return;
      send({ type: 'moved', leafId });
      if (text) setEditorText(text);
    },
  });
  return {
    drawings,
    renderers,
    registered,
    completer,
    themes,
    isInUse: () => runner !== null,
    runner: () => runner ?? {},
    completeCommands: (list) => (listCommands = list),
    moveQuietly: async (move) => {
      isOwnMove = true;
      try {
        return await move();
      } finally {
        isOwnMove = false;
      }
    },
  };
}

function replaceSetUi({ runner }: PiParts, provide: (ui: Ui, by: Runner) => Ui): void {
  const hooked = runner as Record<string | symbol, unknown>;
  const isReplaced = Object.hasOwn(hooked, SET_UI_HOOK);
  hooked[SET_UI_HOOK] = provide;
  if (isReplaced) return;
  const original = runner.setUIContext as SetUi;
  runner.setUIContext = function (this: object, ui, mode) {
    const isRpc = ui !== undefined && (mode === undefined || mode === 'rpc');
    if (!isRpc) return original.call(this, ui, mode);
    // Extensions draw only if the mode is the TUI's.
    original.call(this, (hooked[SET_UI_HOOK] as typeof provide)(ui, this), mode && 'tui');
  } satisfies SetUi;
}

/**
 * Calls `onPaths` with the themes that extensions name when pi asks them for resources. A pi without this method has no
 * such themes.
 */
function watchThemePaths({ runner }: PiParts, onPaths: (paths: string[]) => void): void {
  const hooked = runner as Record<string | symbol, unknown>;
  const isReplaced = Object.hasOwn(hooked, THEME_PATHS_HOOK);
  hooked[THEME_PATHS_HOOK] = onPaths;
  const original = runner.emitResourcesDiscover as Discover | undefined;
  if (isReplaced || !original) return;
  runner.emitResourcesDiscover = async function (this: object, ...given) {
    const found = await original.apply(this, given);
    const paths = (found.themePaths ?? []).map(({ path }) => path);
    if (paths.length > 0) (hooked[THEME_PATHS_HOOK] as typeof onPaths)(paths);
    return found;
  } satisfies Discover;
}

function drawnCalls(ui: Ui, drawings: Drawings): Calls {
  const parts = new Map<string, () => void>();
  const by = (): string | undefined => findCaller()?.name;
  const { theme } = ui;
  const statuses = new Map<string, string>();
  const setPart = (slot: string, close: (() => void) | null): void => {
    parts.get(slot)?.();
    if (close) parts.set(slot, close);
    else parts.delete(slot);
  };
  return {
    custom: (factory: CustomFactory, options?: CustomOptions) =>
      drawings.custom(factory, options, { by: by(), theme }),
    setHeader: (factory?: PartFactory) =>
      setPart('header', factory ? drawings.part('header', (tui) => factory(tui, theme), { by: by() }) : null),
    setFooter: (factory?: PartFactory) =>
      setPart(
        'footer',
        factory
          ? drawings.part(
              'footer',
              (tui) =>
                factory(
                  tui,
                  theme,
                  footerData(statuses, () => tui.requestRender()),
                ),
              { by: by() },
            )
          : null,
      ),
    setWidget: (key: string, content: unknown, options?: { placement?: string }) => {
      const isDrawn = typeof content === 'function';
      const kind = options?.placement === 'belowEditor' ? 'widgetBelow' : 'widgetAbove';
      setPart(
        `widget ${key}`,
        isDrawn
          ? drawings.part(kind, (tui) => (content as PartFactory)(tui, theme), { by: by(), key })
          : null,
      );
      ui.setWidget(key, (isDrawn ? undefined : content) as string[], options as never);
    },
    setStatus: (key: string, text: string | undefined) => {
      if (text === undefined) statuses.delete(key);
      else if (key !== CHANNEL) statuses.set(key, text);
      ui.setStatus(key, text);
    },
  };
}
