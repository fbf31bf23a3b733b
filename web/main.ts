import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './shell/styles/tokens.css';
import './shell/styles/global.css';
import './shell/styles/layout.css';
import './shell/styles/shared.css';
import './shell/styles/conditions.css';
import App from './App.svelte';
import { pageLanguage } from './state/preferences/page-language.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element #app to mount the page into');
// A page in English mounts immediately; other languages load their dictionary first. There is no top-level `await`,
// because other chunks import from the entry, which would then be split into many files.
void pageLanguage.begin().then(() => mount(App, { target }));
