// Shows the changelog of the running pi, as pi's own `/changelog` does.
import type { Changelog } from '../../../shared/setup.ts';
import { t } from '../../language/text.ts';
import { Refused, type ActionContext } from '../action.ts';
import { changelogText } from './changelog-text.ts';
import type { ShowStep } from './step.ts';

export async function whatsNewInPi({ agent }: ActionContext): Promise<ShowStep> {
  const { found } = await agent.api.json<{ found: Changelog | null }>(`${agent.path}/setup/changelog`);
  if (!found) throw new Refused(t('This pi has no changelog.'));
  return {
    kind: 'show',
    title: t('What’s new in pi'),
    text: changelogText(found.text),
    file: 'pi-CHANGELOG.md',
  };
}
