// The classes of the running pi that draw extensions in its TUI. Extensions get the same modules as pi itself. These
// classes are not part of pi's documented interface, so each one is checked before use (pi 0.73.1 to 1.5.2 has all of
// them).
import { errorText } from '../../shared/error-text.ts';
import { importByScope, importInPi } from './import-in-pi.ts';

/** A component of pi's TUI. */
export interface Component {
  render: (width: number) => string[];
  handleInput?: (data: string) => void;
  invalidate?: () => void;
  dispose?: () => void;
  /** Whether it gets the releases of keys, in the form of the Kitty keyboard protocol. */
  wantsKeyRelease?: boolean;
  /** Since 0.87. */
  handleMouse?: (event: object) => unknown;
}

/** Replaces pi's own editor. */
export interface EditorComponent extends Component {
  getText: () => string;
  setText: (text: string) => void;
  onSubmit?: (text: string) => void;
  onEscape?: () => void;
  /** Draws its frame. */
  borderColor?: (text: string) => string;
}

export interface OverlayLayout {
  row: number;
  col: number;
  width: number;
  maxHeight?: number | undefined;
}

/** pi's TUI, which draws by calling `doRender`. */
export interface Tui extends Component {
  doRender: () => void;
  start: () => void;
  stop: () => void;
  requestRender: () => void;
  addChild: (component: Component) => void;
  setFocus: (component: Component | null) => void;
  showOverlay: (component: Component, options?: object) => unknown;
  hideOverlay: () => void;
  hasOverlay: () => boolean;
  resolveOverlayLayout: (
    ...given: [options: object | undefined, height: number, columns: number, rows: number]
  ) => OverlayLayout;
  compositeOverlays: (lines: string[], columns: number, rows: number) => string[];
  extractCursorPosition: (lines: string[], rows: number) => { row: number; col: number } | null;
  overlayStack?: readonly unknown[];
  focusedComponent?: Component | null;
}

/** Draws a tool call in the TUI (in pi 0.73.1 to 1.5.2). */
export interface ToolComponent extends Component {
  setExpanded: (isExpanded: boolean) => void;
  markExecutionStarted: () => void;
  setArgsComplete: () => void;
  updateResult: (result: object, isPartial: boolean) => void;
}

type NewToolComponent = new (
  ...given: [
    name: string,
    id: string,
    args: unknown,
    options: object,
    definition: object,
    ui: object,
    cwd: string,
  ]
) => ToolComponent;

/** A slash command in pi's completions. */
export interface NamedCommand {
  name: string;
  description?: string;
  getArgumentCompletions?: (typed: string) => unknown;
}

/** pi's class that completes commands and paths. Its instances are providers of completions. */
export type CombinedProvider = new (commands: NamedCommand[], folder: string) => object;

interface TuiModule {
  /** What the terminal can show. */
  getCapabilities?: () => object;
  setCapabilities?: (capabilities: object) => void;
  CombinedAutocompleteProvider?: CombinedProvider;
  matchesKey?: (data: string, key: string) => boolean;
  /** Until 0.83. */
  TUI?: new (terminal: object) => Tui;
  TuiMainScreen?: new (terminal: object) => Tui;
  KeybindingsManager?: new (definitions: object, user?: object) => object;
  TUI_KEYBINDINGS?: object;
  setKeybindings?: (manager: object) => void;
  /** Tells pi's components that keys have the escape codes of the Kitty keyboard protocol. */
  setKittyProtocolActive?: (isActive: boolean) => void;
}

export interface AgentModule {
  ExtensionRunner?: { prototype: Record<string, unknown> };
  Theme?: { prototype: Record<string, unknown> };
  ToolExecutionComponent?: NewToolComponent;
  getSelectListTheme?: () => object;
  keyText?: (key: string) => string;
  keyHint?: (key: string, description: string) => string;
  getAgentDir?: () => string;
  getPackageDir?: () => string;
  SettingsManager?: {
    create: (...given: [cwd: string, agentDir: string, options: { projectTrusted: boolean }]) => object;
  };
  DefaultPackageManager?: new (options: { cwd: string; agentDir: string; settingsManager: object }) => {
    resolve: (onMissing: () => Promise<'skip'>) => Promise<{ themes?: { path: string; enabled: boolean }[] }>;
  };
}

export interface PiParts {
  agent: AgentModule;
  runner: Record<string, unknown>;
  newTui: (terminal: object) => Tui;
  keybindings: TuiModule;
}

const METHODS = [
  ...([
    'render',
    'start',
    'stop',
    'requestRender',
    'addChild',
    'setFocus',
    'showOverlay',
    'hasOverlay',
  ] as const),
  ...(['doRender', 'resolveOverlayLayout', 'compositeOverlays', 'extractCursorPosition'] as const),
];

/** Thrown if this pi cannot draw for the page because a part is missing. */
class MissingPart extends Error {}

/** Rejects with a MissingPart, whose message names the part. */
export async function loadPiParts(): Promise<PiParts> {
  const { agent, tui } = await importModules();
  const runner = agent.ExtensionRunner?.prototype;
  const Tui = tui.TUI ?? tui.TuiMainScreen;
  if (typeof runner?.setUIContext !== 'function') throw new MissingPart('ExtensionRunner.setUIContext');
  if (!Tui) throw new MissingPart('a TUI');
  const missing = METHODS.find((name) => typeof (Tui.prototype as Tui)[name] !== 'function');
  if (missing) throw new MissingPart(`TUI.${missing}`);
  return { agent, runner, newTui: (terminal) => new Tui(terminal), keybindings: tui };
}

function importModules(): Promise<{ agent: AgentModule; tui: TuiModule }> {
  return importByScope(importScope).catch((error: unknown) => {
    throw new MissingPart(errorText(error).split('\n')[0]);
  });
}

async function importScope(scope: string): Promise<{ agent: AgentModule; tui: TuiModule }> {
  const [agent, tui] = await Promise.all([
    importInPi(`${scope}/pi-coding-agent`) as Promise<AgentModule>,
    importInPi(`${scope}/pi-tui`) as Promise<TuiModule>,
  ]);
  return { agent, tui };
}
