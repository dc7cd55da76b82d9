import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startLanguages } from './app/languages.ts';

const root = document.getElementById('root');
// index.html has it.
if (root === null) throw new Error('index.html lacks #root.');
await startLanguages();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
