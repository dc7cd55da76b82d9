import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { accountQuery } from './api/account/account.ts';
import { App } from './app/app.tsx';
import { browserStore } from './app/browser-store.ts';
import { startLanguages } from './app/languages.ts';
import { printInLightScheme } from './app/paper-scheme.ts';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.tsx';
import { restrictScripts } from './app/trusted-types.ts';
import { removeOldDrafts } from './editor/draft/draft.ts';
import { hasShareToken } from './session/credentials.ts';
import { leaveWithOtherTabs } from './session/leave-account.ts';
import { openNewLinks } from './session/new-links.ts';

const root = document.getElementById('root');
// index.html has it.
if (root === null) throw new Error('index.html lacks #root.');
restrictScripts();
openNewLinks();
printInLightScheme();
removeOldDrafts(browserStore, Date.now());
// While the texts are fetched, so are who is signed in and the page, in this order: the shell is drawn without the page.
const texts = startLanguages();
if (!hasShareToken()) {
  leaveWithOtherTabs(queryClient);
  queryClient.query(accountQuery).catch(() => {
    // The shell says what went wrong: it asks for the same.
  });
}
void router.load();
await texts;
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
