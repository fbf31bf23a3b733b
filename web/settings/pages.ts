// The table of the settings pages. A new page is one component and one entry here.
import Keyboard from '@lucide/svelte/icons/keyboard';
import Cpu from '@lucide/svelte/icons/cpu';
import Braces from '@lucide/svelte/icons/braces';
import BookOpen from '@lucide/svelte/icons/book-open';
import Languages from '@lucide/svelte/icons/languages';
import KeyRound from '@lucide/svelte/icons/key-round';
import Package from '@lucide/svelte/icons/package';
import Plug from '@lucide/svelte/icons/plug';
import PanelsTopLeft from '@lucide/svelte/icons/panels-top-left';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import type { Component } from 'svelte';
import type { Text } from '../language/text.ts';

export interface SettingsPage {
  id: string;
  label: Text;
  icon: Component<{ size?: number }>;
  /** Called when the page is first shown. */
  load: () => Promise<{ default: Component }>;
}

export const PAGES: readonly SettingsPage[] = [
  {
    id: 'providers',
    label: 'Providers',
    icon: KeyRound,
    load: () => import('./providers/Providers.svelte'),
  },
  { id: 'models', label: 'Models', icon: Cpu, load: () => import('./models/Models.svelte') },
  { id: 'pi', label: 'pi##page', icon: SlidersHorizontal, load: () => import('./PiSettings.svelte') },
  {
    id: 'packages',
    label: 'Packages',
    icon: Package,
    load: () => import('./packages/Packages.svelte'),
  },
  {
    id: 'skills',
    label: 'Skills and prompts',
    icon: BookOpen,
    load: () => import('./resources/SkillsAndPrompts.svelte'),
  },
  { id: 'mcp', label: 'MCP', icon: Plug, load: () => import('./mcp/Mcp.svelte') },
  { id: 'panel', label: 'Panel', icon: PanelsTopLeft, load: () => import('./panel/PanelSettings.svelte') },
  { id: 'language', label: 'Language', icon: Languages, load: () => import('./LanguageSettings.svelte') },
  { id: 'keys', label: 'Keys', icon: Keyboard, load: () => import('./keys/Keys.svelte') },
  {
    id: 'servers',
    label: 'Code servers',
    icon: Braces,
    load: () => import('./servers/LanguageServers.svelte'),
  },
];
