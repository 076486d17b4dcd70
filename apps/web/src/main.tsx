import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadLanguage } from './i18n.ts';
import { startServiceWorker } from './shell/install.ts';
import './theme/base.css';

const root = document.getElementById('root');
await loadLanguage();
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
startServiceWorker();
