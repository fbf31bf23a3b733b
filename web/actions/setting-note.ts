// A note for choices that outlive the session.
import type { Text } from '../language/text.ts';

export const IN_SETTINGS: Text = 'pi writes this into your settings.json.';
