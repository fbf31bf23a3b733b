// What is new in the panel, version by version: its changelog, which the page brings along.
import changelog from '../../../CHANGELOG.md?raw';
import { t } from '../../language/text.ts';
import { newestVersion, readable } from './changelog-text.ts';
import type { ShowStep } from './step.ts';

export const version = newestVersion(changelog);

export const whatsNew = (): ShowStep => ({
  kind: 'show',
  title: t('What’s new'),
  text: readable(changelog),
  file: 'CHANGELOG.md',
});
