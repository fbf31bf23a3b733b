// What was typed into questions that are still open, for the page's own reload.
const PREFIX = 'pi-panel.dialog.';

export function draftOf(id: string): string | null {
  return sessionStorage.getItem(PREFIX + id);
}

export function keepDraft(id: string, text: string): void {
  sessionStorage.setItem(PREFIX + id, text);
}

export function forgetDraft(id: string): void {
  sessionStorage.removeItem(PREFIX + id);
}
