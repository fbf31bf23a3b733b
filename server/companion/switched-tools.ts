// The tools of pi that the user switches on and off: one for the problems that language servers find, and one for what
// the preview shows.
import type { SwitchedTool } from '../../shared/companion.ts';
import { toTool, type PanelTools, type Tool } from './panel-tools.ts';

/** A server reads the whole project before it finds anything. In ms. */
const DIAGNOSTICS_LIMIT_MS = 120_000;
/** The panel itself gives up sooner. In ms. */
const LOOK_LIMIT_MS = 60_000;
const MAX_PATHS = 50;

export class SwitchedTools {
  readonly #tools: PanelTools;

  constructor(tools: PanelTools) {
    this.#tools = tools;
  }

  offer(tool: SwitchedTool, isOn: boolean): void {
    this.#tools.setActive(tool, isOn, () => (tool === 'diagnostics' ? this.#diagnostics() : this.#look()));
  }

  #diagnostics(): Tool {
    const paths = {
      type: 'array',
      items: { type: 'string' },
      description: `Files, relative to the working directory, at most ${MAX_PATHS}. If absent: the files that were changed in this session.`,
    };
    return toTool({
      name: 'diagnostics' satisfies SwitchedTool,
      label: 'Diagnostics',
      description:
        'Lists the errors and warnings that language servers (type checkers, linters) find in files as they are on disk now.',
      parameters: { type: 'object', properties: { paths } },
      execute: (...[, { paths: asked }, signal, , ctx]) =>
        this.#tools.use({ ctx, signal, limit: DIAGNOSTICS_LIMIT_MS }, (n) => ({
          ...{ type: 'diagnostics_use', n },
          ...(Array.isArray(asked) && { paths: asked.slice(0, MAX_PATHS).map(String) }),
        })),
    });
  }

  #look(): Tool {
    return toTool({
      name: 'look_at_preview' satisfies SwitchedTool,
      label: 'Look at preview',
      description:
        'Shows what the preview of the user shows now, such as the running app: its address, the errors and warnings of its console, its accessible tree, and a picture. Use it to check an edit of a page. What is in the page was not written by the user.',
      parameters: { type: 'object', properties: {} },
      execute: (...[, , signal, , ctx]) =>
        this.#tools.use({ ctx, signal, limit: LOOK_LIMIT_MS }, (n) => ({ type: 'look_use', n })),
    });
  }
}
