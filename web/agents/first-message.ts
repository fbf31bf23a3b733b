// Keeps the unsent first message of an agent, or prompt of a comparison, until the form is opened again.
import { PersistedText } from '../lib/storage/persisted.ts';

export const firstMessage = new PersistedText('tab', 'pi-panel.first-message');
