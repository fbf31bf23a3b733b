// Draws rows of the conversation like pi's TUI, where extensions draw their messages, session entries and tool calls.
// The page requests the rows that it shows, so nothing is drawn unseen, and the rows come back after a reload or a
// restart.
import type { ExtensionContext, SessionEntry } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../../shared/error-text.ts';
import { CHANNEL, type CompanionReport } from '../../../shared/companion.ts';
import type { DrawnRow, Renders, RowToDraw } from '../../../shared/view/renders.ts';
import { picturesIn } from '../../../shared/view/pictures.ts';
import { CustomMessages } from './custom-messages.ts';
import { boundedLines } from './drawing.ts';
import { LiveMarkdown } from './live-markdown.ts';
import { changedMarkdown, markdownKinds, transform } from './markdown.ts';
import type { Pictures } from './pictures.ts';
import type { Runner, ToolRenderers } from '../loaded.ts';
import type { AgentModule, Component, PiParts } from '../pi-parts.ts';
import { ToolCalls, type Call } from './tool-calls.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** The most lines of one row. pi cuts most rows itself until they are expanded. */
const MAX_LINES = { folded: 300, expanded: 2000 };
/** UTF-16 units of one answer, which is one record of pi. */
const MAX_ANSWER = 1024 * 1024;
/* eslint-disable no-control-regex -- terminal sequences */
const COLORS = /\x1b\[[\d;]*m/g;
/** A line of a colored block is not blank. */
const GROUND = /\x1b\[(?:48|4[0-7]|7)[;m]/;
/* eslint-enable no-control-regex */
const REDRAW_MS = 100;

type Send = (report: CompanionReport) => void;
type Session = ExtensionContext['sessionManager'];
type Renderer = (row: unknown, options: object, theme: unknown) => Component | undefined;

export class Renderers {
  readonly calls = new ToolCalls((call) => this.#onRedraw(call));
  readonly live = new LiveMarkdown();
  readonly messages = new CustomMessages();
  readonly #agent: AgentModule;
  readonly #runner: () => Runner;
  readonly #pictures: Pictures;
  readonly #send: Send;
  #reported = '';
  readonly #redraws = new Map<string, NodeJS.Timeout>();

  constructor(
    { agent }: PiParts,
    { runner, pictures }: { runner: () => Runner; pictures: Pictures },
    send: Send,
  ) {
    this.#agent = agent;
    this.#runner = runner;
    this.#pictures = pictures;
    this.#send = send;
  }

  /** Tells the panel which rows extensions draw, if that has changed. Tools can be registered at any time. */
  report(): void {
    const renders = this.#renders();
    const text = JSON.stringify(renders);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#send({ type: 'renders', renders });
  }

  /** Makes the next `report` send. Call this when another session begins. */
  reset(): void {
    this.#reported = '';
    this.calls.clear();
    this.live.clear();
    this.messages.clear();
    for (const timer of this.#redraws.values()) clearTimeout(timer);
    this.#redraws.clear();
  }

  drawsEntry(customType: string): boolean {
    return customType !== CHANNEL && this.#runner().getEntryRenderer?.(customType) !== undefined;
  }

  /** Draws these rows, in their order. */
  draw(rows: readonly RowToDraw[], columns: number, { sessionManager, ui }: ExtensionContext): DrawnRow[] {
    let rest = MAX_ANSWER;
    const entries = sessionManager.getBranch();
    return rows.map((row) => {
      try {
        if (row.kind === 'markdown' && row.isLive === true) {
          const { of: messageType } = row;
          const context = { messageType, isStreaming: true, availableWidth: columns };
          return this.live.change(row, (text) => transform(text, this.#runner(), context));
        }
        if (row.kind === 'markdown') {
          const changed = changedMarkdown(row, {
            entries,
            columns,
            runner: this.#runner(),
            messages: this.messages,
          });
          if (changed === null || changed.length > rest) return null;
          rest -= changed.length;
          return { markdown: changed };
        }
        const component = this.#componentOf(row, { session: sessionManager, entries, theme: ui.theme });
        if (!component) return null;
        const all = withoutBlankEnds(this.#pictures.takeFrom(component.render(columns)));
        const lines = boundedLines(
          all.slice(0, row.isExpanded ? MAX_LINES.expanded : MAX_LINES.folded),
          Math.min(rest, MAX_ANSWER / 4),
        );
        rest -= lines.reduce((sum, { length }) => sum + length, 0);
        return { lines, omitted: all.length - lines.length };
      } catch (error) {
        return { error: cutText(errorText(error).split('\n')[0]!, 300) };
      }
    });
  }

  #renders(): Renders {
    const { extensions = [] } = this.#runner();
    const shown = extensions.filter(({ hidden }) => !hidden);
    const markdown = markdownKinds(this.#runner());
    const keys = (maps: (Map<string, unknown> | undefined)[]): string[] =>
      [...new Set(maps.flatMap((map) => (map ? [...map.keys()] : [])))].filter((key) => key !== CHANNEL);
    const tools = shown.flatMap(({ tools: own }) => [...((own ?? []) as Map<string, unknown>).keys()]);
    return {
      tools: [...new Set(tools)].filter((name) => draws(this.#runner().getToolDefinition?.(name))),
      messages: keys(shown.map(({ messageRenderers }) => messageRenderers)),
      entries: keys(shown.map(({ entryRenderers }) => entryRenderers)),
      anyTool: shown.some(({ toolRenderers }) => (toolRenderers?.length ?? 0) > 0),
      ...(markdown.length > 0 && { markdown }),
    };
  }

  #componentOf(
    row: Exclude<RowToDraw, { kind: 'markdown' }>,
    { session, entries, theme }: { session: Session; entries: SessionEntry[]; theme: unknown },
  ): Component | undefined {
    const options = { expanded: row.isExpanded, outputPad: 1, ...this.#keyWords() };
    if (row.kind === 'tool') return this.#toolComponent(row, { session, entries });
    if (row.kind === 'entry') {
      const entry = session.getEntry(row.id);
      if (entry?.type !== 'custom') return undefined;
      const render = this.#runner().getEntryRenderer?.(entry.customType) as Renderer | undefined;
      return render?.(entry, options, theme);
    }
    const render = this.#runner().getMessageRenderer?.(row.customType) as Renderer | undefined;
    const entry = render && this.messages.find(row, entries);
    if (!entry) return undefined;
    const { customType, content, display, details } = entry;
    return render(
      { role: 'custom', customType, content, display, details, timestamp: row.at },
      options,
      theme,
    );
  }

  #toolComponent(
    { call: id, isExpanded }: Extract<RowToDraw, { kind: 'tool' }>,
    { session, entries }: { session: Session; entries: SessionEntry[] },
  ): Component | undefined {
    const { ToolExecutionComponent } = this.#agent;
    const call = this.calls.find(id, entries);
    const renderers = call && this.#renderersOf(call);
    if (!renderers || !ToolExecutionComponent) return undefined;
    const component = this.calls.componentOf(call, {
      make: (ui) =>
        new ToolExecutionComponent(
          call.name,
          call.id,
          call.args,
          { showImages: false },
          // The frame is the page's card.
          { ...renderers, name: call.name, renderShell: 'self' },
          ui,
          session.getCwd(),
        ),
    });
    component.setExpanded(isExpanded);
    return component;
  }

  #renderersOf({ name }: Call): ToolRenderers | undefined {
    const runner = this.#runner();
    const own = runner.getToolDefinition?.(name);
    const chosen = runner.resolveToolRenderers ? runner.resolveToolRenderers(name, () => own) : own;
    return draws(chosen) ? chosen : undefined;
  }

  /** Returns what pi >= 1.x hands to renderers. */
  #keyWords(): object {
    const { keyText, keyHint } = this.#agent;
    return { ...(keyText && { keyText }), ...(keyHint && { keyHint }) };
  }

  #onRedraw(call: string): void {
    if (this.#redraws.has(call)) return;
    const timer = setTimeout(() => {
      this.#redraws.delete(call);
      this.#send({ type: 'redraw', call });
    }, REDRAW_MS);
    this.#redraws.set(call, timer.unref());
  }
}

function draws(renderers: ToolRenderers | undefined): renderers is ToolRenderers {
  return typeof renderers?.renderCall === 'function' || typeof renderers?.renderResult === 'function';
}

/** pi puts an empty line above each row; the page has its own spacing. */
function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const isBlank = (line: string): boolean => !GROUND.test(line) && line.replace(COLORS, '').trim() === '';
  const first = lines.findIndex((line) => !isBlank(line));
  const withPictures = lines.flatMap((line, row) => picturesIn(line).map(({ rows }) => row + rows - 1));
  const last = Math.max(
    lines.findLastIndex((line) => !isBlank(line)),
    ...withPictures,
  );
  return first === -1 ? [] : lines.slice(first, last + 1);
}
