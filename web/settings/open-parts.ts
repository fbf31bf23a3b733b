// The open form or file on pages of the settings, which other parts of the settings can change.
import { keptFields } from './kept-fields.svelte.ts';

/** The form or the file on the page "Models". */
export const modelsPage = (): { open: 'form' | 'file' | null } =>
  keptFields<{ open: 'form' | 'file' | null }>('models', { open: null });

/** The file on the page "Skills and prompts". */
export const skillsPage = (): { path: string | null } =>
  keptFields<{ path: string | null }>('skills', { path: null });
