// The panels that a worker keeps for its next tests, because starting a panel and its pi takes 0.6 s of CPU time on an
// idle machine, and a new session 0.05. A test gets the panel of an earlier test only if that panel is as it was after
// its start: equal options, nothing left on disk, and the view of a new session. Otherwise it gets a new panel.
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ShellList } from '../../shared/shells.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import { ifThere } from '../../server/lib/if-there.ts';
import { writeFiles } from '../panel/folders.ts';
import {
  endPanel,
  initialFiles,
  startPanel,
  type RunningPanel,
  type RunningPanelOptions,
} from './running-panel.ts';

/**
 * The options of panels that are shared. A panel with any other option belongs to one test, because most of the others
 * concern the panel as a whole.
 */
const SHARED_OPTIONS = new Set<string>([
  'files',
  'settings',
  'piArgs',
] satisfies (keyof RunningPanelOptions)[]);

/** Files that tests leave behind, relative to the root of the folders. A new session does not notice them. */
const LEFTOVERS =
  /^(agent\/sessions|home\/\.local\/state\/pi-panel\/(agents|changes|outputs|rows\.jsonl|search-index|session-index\.json))(\/|$)/;

/** The fields of a view that survive a new session: pi, its model, its extensions, and a counter. */
const LASTING = new Set<keyof View>([
  'can',
  'changesRevision',
  'model',
  'registered',
  'renders',
  'session',
  'stats',
  'thinkingLevels',
  'version',
]);
/** The settings of a pi with the demo model, besides those of an empty view. */
const DEFAULTS = { autoRetry: true, thinkingLevel: 'medium', warmsWhenIdle: false } as const;

/**
 * How many panels are kept. The tests of a file alternate between at most this many sets of options. Each panel and its
 * pi take 250 MB.
 */
const MAX_KEPT = 2;

interface Kept {
  panel: RunningPanel;
  options: RunningPanelOptions;
}

export class KeptPanels {
  /** The kept panels. The one that was given back last comes last. */
  #kept: Kept[] = [];

  /** Resolves to a panel as after its start. It belongs to the caller, who ends it or gives it back. */
  async take(options: RunningPanelOptions): Promise<RunningPanel> {
    const found = this.#kept.findLast((kept) => canServe(kept.options, options));
    if (found) {
      this.#kept = this.#kept.filter((kept) => kept !== found);
      if (await renew(found.panel, options)) return found.panel;
      await endPanel(found.panel);
    }
    return startPanel(options);
  }

  /** Gives a panel back. Its pages may still be open, but must be closed when the next test takes it. */
  async giveBack(panel: RunningPanel, options: RunningPanelOptions): Promise<void> {
    const isShared = Object.keys(options).every((option) => SHARED_OPTIONS.has(option));
    if (!isShared || panel.hasEnded) return endPanel(panel);
    this.#kept.push({ panel, options });
    if (this.#kept.length > MAX_KEPT) await endPanel(this.#kept.shift()!.panel);
  }

  /** Ends the panels that are kept. May be called again. */
  async close(): Promise<void> {
    for (const { panel } of this.#kept.splice(0)) await endPanel(panel);
  }
}

/**
 * Whether a panel with the options `kept` can become one with the options `wanted`. Its files are replaced, but what pi
 * and the panel read at their start cannot be: extensions named in pi's arguments, and hidden folders (`.pi`, `.git`).
 */
function canServe(kept: RunningPanelOptions, wanted: RunningPanelOptions): boolean {
  if (JSON.stringify(kept) === JSON.stringify(wanted)) return true;
  const { files: keptFiles = {}, ...keptRest } = kept;
  const { files: wantedFiles = {}, ...wantedRest } = wanted;
  const hasOnlyPlainFiles = ![...Object.keys(keptFiles), ...Object.keys(wantedFiles)].some(isHidden);
  return !kept.piArgs && hasOnlyPlainFiles && JSON.stringify(keptRest) === JSON.stringify(wantedRest);
}

/** Whether a file or folder is hidden, such as `.pi/settings.json`, or `.git`. */
const isHidden = (name: string): boolean => name.startsWith('.');

/** Replaces the workspace and the session. Resolves to whether the panel is now as after its start. */
async function renew(panel: RunningPanel, options: RunningPanelOptions): Promise<boolean> {
  const agents = await panel.agents();
  if (agents.length !== 1 || agents[0]!.status !== 'idle') return false;
  const { shells } = await panel.getJson<ShellList>('shells');
  if (shells.length > 0) return false;
  if (await hasTraces(panel, options)) return false;
  for (const name of await readdir(panel.workspace))
    await rm(path.join(panel.workspace, name), { recursive: true });
  await writeFiles(panel.workspace, initialFiles(options));
  await panel.renewModel();
  // pi loads the extensions of the workspace again.
  await panel.command({ type: 'new_session' });
  await removeSessions(panel);
  return isNew(await panel.snapshot());
}

/** Whether the folders contain anything that a new session could notice. */
async function hasTraces(panel: RunningPanel, options: RunningPanelOptions): Promise<boolean> {
  const { agentDir, home, root, tmp, workspace } = panel.folders;
  const expected = new Map([
    ['token', panel.token],
    ['agent/auth.json', '{}'],
    ['agent/models-store.json', '{}'],
    ['agent/settings.json', JSON.stringify(options.settings ?? {})],
  ]);
  for (const [name, content] of expected) {
    const text = await ifThere(readFile(path.join(root, name), 'utf8'));
    if (text !== undefined && text.trim() !== content) return true;
  }
  const known = new Set([agentDir, home, tmp, workspace, path.join(root, 'token')]);
  const unknown = (await readdir(root)).filter((name) => !known.has(path.join(root, name)));
  const left = [...(await filesBelow(agentDir)), ...(await filesBelow(home))]
    .map((file) => path.relative(root, file).replaceAll(path.sep, '/'))
    .filter((file) => !expected.has(file) && !LEFTOVERS.test(file));
  // The panel remembers the branch of a repository and whether the user trusts a project.
  const initial = new Set(Object.keys(initialFiles(options)).map((file) => file.split('/')[0]));
  const projects = (await readdir(workspace)).filter((name) => isHidden(name) && !initial.has(name));
  return [...unknown, ...left, ...projects].length > 0;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [] : [path.join(entry.parentPath, entry.name)]));
}

/** pi has not written the new session yet. */
async function removeSessions({ folders }: RunningPanel): Promise<void> {
  const files = await ifThere(filesBelow(path.join(folders.agentDir, 'sessions')));
  for (const file of files ?? []) await rm(file);
}

function isNew(view: View): boolean {
  const empty: View = { ...emptyView(view.workspace), ...DEFAULTS, companionProblem: null, ready: true };
  // Revisions count all changes, also those that ended, and the files that were just replaced.
  const queue = { ...view.queue, revision: empty.queue.revision };
  const seen: View = { ...view, queue, changesRevision: empty.changesRevision };
  const keys = Object.keys(empty) as (keyof View)[];
  return keys.every((key) => LASTING.has(key) || JSON.stringify(seen[key]) === JSON.stringify(empty[key]));
}
