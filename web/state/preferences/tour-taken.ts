// Whether this browser has shown the guided tour. Until then, an empty conversation offers it.
import { PersistedText } from '../../lib/storage/persisted.ts';

export const tourTaken = new PersistedText('browser', 'pi-panel.tour');
