import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { speakAsRemembered } from './lib/i18n.svelte';
import { findOut } from './lib/me.svelte';
import { startRouter } from './lib/router.svelte';
import { wearAsRemembered } from './lib/theme.svelte';

wearAsRemembered();
startRouter();
// Not waited for: a page draws itself for anybody.
findOut().catch(() => {});
await speakAsRemembered();
mount(App, { target: document.getElementById('app') as HTMLElement });
