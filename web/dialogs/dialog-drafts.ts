// Stores the text typed into open dialogs, so that it survives a reload of the page.
import { PersistedText } from '../lib/storage/persisted.ts';

const stored = (id: string): PersistedText => new PersistedText('tab', `pi-panel.dialog.${id}`);

export function draftOf(id: string): string | null {
  return stored(id).get();
}

export function storeDraft(id: string, text: string): void {
  stored(id).set(text);
}

export function forgetDraft(id: string): void {
  stored(id).set(null);
}
