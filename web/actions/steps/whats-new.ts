// Shows the panel's changelog, which is bundled with the page.
import changelog from '../../../CHANGELOG.md?raw';
import { t } from '../../language/text.ts';
import { newestVersion, changelogText } from './changelog-text.ts';
import type { ShowStep } from './step.ts';

export const version = newestVersion(changelog);

export const whatsNew = (): ShowStep => ({
  kind: 'show',
  title: t('What’s new'),
  text: changelogText(changelog),
  file: 'CHANGELOG.md',
});
