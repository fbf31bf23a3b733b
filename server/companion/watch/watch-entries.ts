// Reports session entries that their extension draws in the conversation.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import { CHANNEL, type CompanionReport } from '../../../shared/companion.ts';
import type { Renderers } from '../drawn/renderers.ts';

interface Writable {
  appendCustomEntry?: (customType: string, data?: unknown) => string;
}

/** Reports each such entry. All of them go through one method of the session; pi announces them only since 0.80.4. */
export function watchEntries({ sessionManager, ui }: ExtensionContext, renderers: Renderers): void {
  const session = sessionManager as typeof sessionManager & Writable;
  const original = session.appendCustomEntry;
  if (!original || Object.hasOwn(session, 'appendCustomEntry')) return;
  session.appendCustomEntry = (customType, data) => {
    const id = original.call(session, customType, data);
    if (!renderers.drawsEntry(customType)) return id;
    const at = Date.parse(session.getEntry(id)?.timestamp ?? '');
    const report: CompanionReport = {
      type: 'entry',
      id,
      customType,
      at,
      ...(data !== undefined && { data }),
    };
    ui.setStatus(CHANNEL, JSON.stringify(report));
    return id;
  };
}
