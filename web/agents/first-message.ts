// What the user typed as the first message of an agent, or as the prompt of a comparison, and has not sent. It is still
// there when the form is opened again.
import { PersistedText } from '../lib/storage/persisted.ts';

export const firstMessage = new PersistedText('tab', 'pi-panel.first-message');
