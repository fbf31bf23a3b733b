// Returns why the agent's process has exited, in the language of the page. The server gives the reason in English.
import { locale, t, translate, type Text } from '../../language/text.ts';
import type { Exit } from '../../../shared/view/view.ts';

/** Matches the reasons that server/agent/process/current-pi.ts writes. */
const KNOWN = /^The agent (?:was ended by \S+|ended with exit code \d+)( before it was ready)?(?:: (.+))?\.$/;
const REFUSED = /^the system refused access to (.+)$/;
const BROKEN = /^the extension (.+?) (?:needs the module (.+), which is not installed|did not load)$/;
const CAUSES: Readonly<Record<string, Text>> = {
  'its installation is not complete': 'Its installation is not complete.',
  'it needs Node 22.19 or newer': 'It needs Node 22.19 or newer.',
};

/** Returns the file of the extension that did not load, if that is the reason. */
export function brokenExtension({ reason }: Pick<Exit, 'reason'>): string | null {
  return BROKEN.exec(KNOWN.exec(reason)?.[2] ?? '')?.[1] ?? null;
}

/** Returns the reason. A sentence that is not known, such as an error of the system, stays as it is. */
export function exitReason({ code, signal, reason }: Exit): string {
  const known = KNOWN.exec(reason);
  if (!known || locale().startsWith('en')) return translate(reason);
  const [, before, cause = ''] = known;
  const path = REFUSED.exec(cause)?.[1];
  return [
    signal
      ? t('The agent was ended by {signal}.', { signal })
      : t('The agent ended with exit code {code}.', { code: code ?? 0 }),
    before ? t('It was not ready yet.') : '',
    path ? t('The system refused access to {path}.', { path }) : causeOf(cause),
  ].join('');
}

function causeOf(cause: string): string {
  const [, file, module] = BROKEN.exec(cause) ?? [];
  if (file && module)
    return t('The extension {file} needs the module {module}, which is not installed.', { file, module });
  if (file) return t('The extension {file} did not load.', { file });
  return CAUSES[cause] ? t(CAUSES[cause]) : cause;
}
