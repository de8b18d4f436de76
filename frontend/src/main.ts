import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { speakAsRemembered } from './lib/i18n.svelte';
import { startRouter } from './lib/router.svelte';
import { wearAsRemembered } from './lib/theme.svelte';

wearAsRemembered();
startRouter();
await speakAsRemembered();
mount(App, { target: document.getElementById('app') as HTMLElement });
