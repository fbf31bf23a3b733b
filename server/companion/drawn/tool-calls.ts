// The tool calls of the session with their results, for extensions that draw them. Running calls come from pi's events,
// and the others from the entries of the session.
import type { ExtensionAPI, SessionEntry } from '@earendil-works/pi-coding-agent';
import type { ToolComponent } from '../pi-parts.ts';

/**
 * How many components are kept, together with the state that a renderer stored in them. Older ones are made again when
 * they are needed.
 */
const MAX_COMPONENTS = 200;

export interface Call {
  id: string;
  name: string;
  args: unknown;
  /** Absent until there is output. */
  result?: { content: unknown[]; details?: unknown; isError: boolean; durationMs?: number };
  /** Whether the result is not final. */
  isPartial: boolean;
}

interface Drawn {
  component: ToolComponent;
  /** The result that the component has received. */
  result: Call['result'];
}

export class ToolCalls {
  readonly #onRedraw: (call: string) => void;
  readonly #running = new Map<string, Call>();
  readonly #drawn = new Map<string, Drawn>();

  /** `onRedraw` is called when a renderer wants to be called again. */
  constructor(onRedraw: (call: string) => void) {
    this.#onRedraw = onRedraw;
  }

  watch(pi: ExtensionAPI): void {
    pi.on('tool_execution_start', ({ toolCallId: id, toolName: name, args }) => {
      this.#running.set(id, { id, name, args, isPartial: true });
    });
    pi.on('tool_execution_update', ({ toolCallId, partialResult }) => {
      const call = this.#running.get(toolCallId);
      if (call) this.#running.set(toolCallId, { ...call, result: resultOf(partialResult, false) });
    });
    pi.on('tool_execution_end', ({ toolCallId, result, isError }) => {
      const call = this.#running.get(toolCallId);
      if (call)
        this.#running.set(toolCallId, { ...call, isPartial: false, result: resultOf(result, isError) });
    });
    // By now the results of these calls are in the session.
    pi.on('agent_end', () => this.#running.clear());
  }

  clear(): void {
    this.#running.clear();
    this.#drawn.clear();
  }

  find(id: string, entries: readonly SessionEntry[]): Call | undefined {
    return this.#running.get(id) ?? findStoredCall(id, entries);
  }

  /** Returns the component of this call with its newest result. A call that was drawn before keeps its component. */
  componentOf(
    call: Call,
    { make }: { make: (ui: { requestRender: () => void }) => ToolComponent },
  ): ToolComponent {
    const known = this.#drawn.get(call.id);
    let isCreating = true;
    const component =
      known?.component ?? make({ requestRender: () => isCreating || this.#onRedraw(call.id) });
    if (!known) {
      component.markExecutionStarted();
      component.setArgsComplete();
    }
    if (call.result && call.result !== known?.result) component.updateResult(call.result, call.isPartial);
    isCreating = false;
    this.#drawn.delete(call.id);
    this.#drawn.set(call.id, { component, result: call.result });
    if (this.#drawn.size > MAX_COMPONENTS) this.#drawn.delete(this.#drawn.keys().next().value!);
    return component;
  }
}

/** Searches backwards, because a page shows the end of the session. */
function findStoredCall(id: string, entries: readonly SessionEntry[]): Call | undefined {
  let result: Call['result'];
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'message') continue;
    const { message } = entry;
    if (message.role === 'toolResult' && message.toolCallId === id)
      result = resultOf(message, message.isError);
    if (message.role !== 'assistant') continue;
    const call = message.content.find((block) => block.type === 'toolCall' && block.id === id);
    if (call?.type === 'toolCall')
      return { id, name: call.name, args: call.arguments, isPartial: false, ...(result && { result }) };
  }
  return undefined;
}

function resultOf(result: unknown, isError: boolean): Call['result'] {
  const { content, details, durationMs } = Object(result) as {
    content?: unknown;
    details?: unknown;
    durationMs?: number;
  };
  return {
    content: Array.isArray(content) ? content : [],
    details,
    isError,
    ...(durationMs !== undefined && { durationMs }),
  };
}
