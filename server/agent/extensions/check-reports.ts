// Checks what the panel's own extension reports: it shares its process with all other extensions, which can imitate its
// reports.
import type { Registered } from '../../../shared/view/registered.ts';
import type { Renders } from '../../../shared/view/renders.ts';
import type { Working } from '../../../shared/view/view.ts';

const MAX_NAMES = 1000;
const MAX_SHORTCUTS = 200;

export function checkRegistered({ shortcuts, completes, hasProviders, hearsKeys }: Registered): Registered {
  return {
    shortcuts: listOf(shortcuts)
      .slice(0, MAX_SHORTCUTS)
      .map(({ path, name, key, description }) => ({
        path: String(path),
        name: line(name),
        key: line(key),
        description: line(description ?? ''),
      })),
    completes: names(completes),
    hasProviders: hasProviders === true,
    hearsKeys: hearsKeys === true,
  };
}

export function checkRenders({ tools, messages, entries, anyTool }: Renders): Renders {
  return {
    tools: names(tools),
    messages: names(messages),
    entries: names(entries),
    anyTool: anyTool === true,
  };
}

export function checkWorking({ message, isHidden, frames, intervalMs, thinkingLabel }: Working): Working {
  return {
    ...(message !== undefined && { message: line(message) }),
    ...(isHidden && { isHidden }),
    ...(frames && { frames: frames.slice(0, 100).map(line) }),
    ...(intervalMs !== undefined && { intervalMs: Math.max(50, Number(intervalMs) || 0) }),
    ...(thinkingLabel !== undefined && { thinkingLabel: line(thinkingLabel) }),
  };
}

function listOf<T>(list: T[]): T[] {
  return Array.isArray(list) ? list : [];
}

function names(list: string[]): string[] {
  return listOf(list).slice(0, MAX_NAMES).map(String);
}

function line(text: unknown): string {
  return String(text).replace(/\s+/g, ' ').slice(0, 200);
}
