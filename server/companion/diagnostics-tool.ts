// The tool with which pi asks for the problems that language servers find, if the user has switched it on.
import type { PanelTools, Tool } from './panel-tools.ts';
import { toTool } from './panel-tools.ts';

const NAME = 'diagnostics';
/** A server reads the whole project before it finds anything. In ms. */
const LIMIT_MS = 120_000;
const MAX_PATHS = 50;

export class DiagnosticsTool {
  readonly #tools: PanelTools;

  constructor(tools: PanelTools) {
    this.#tools = tools;
  }

  offer(isOn: boolean): void {
    this.#tools.setActive(NAME, isOn, () => this.#tool());
  }

  #tool(): Tool {
    const paths = {
      type: 'array',
      items: { type: 'string' },
      description: `Files, relative to the working directory, at most ${MAX_PATHS}. If absent: the files that were changed in this session.`,
    };
    return toTool({
      name: NAME,
      label: 'Diagnostics',
      description:
        'Lists the errors and warnings that language servers (type checkers, linters) find in files as they are on disk now.',
      parameters: { type: 'object', properties: { paths } },
      execute: (...[, { paths: asked }, signal, , ctx]) =>
        this.#tools.use({ ctx, signal, limit: LIMIT_MS }, (n) => ({
          ...{ type: 'diagnostics_use', n },
          ...(Array.isArray(asked) && { paths: asked.slice(0, MAX_PATHS).map(String) }),
        })),
    });
  }
}
