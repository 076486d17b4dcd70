/** The event of browsers that can install a page; others never send it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}
export type InstallState = 'none' | 'offered' | 'installed';

let event: InstallEvent | undefined;
let installed = window.matchMedia('(display-mode: standalone)').matches;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

function isInstallEvent(candidate: Event): candidate is InstallEvent {
  return 'prompt' in candidate && 'userChoice' in candidate;
}

window.addEventListener('beforeinstallprompt', (offered) => {
  if (!isInstallEvent(offered)) return;
  offered.preventDefault();
  event = offered;
  notify();
});
window.addEventListener('appinstalled', () => {
  installed = true;
  event = undefined;
  notify();
});

/** The browser offers the installation once, at any time; keep the offer until the page that shows it opens. */
export const installOffer = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  state: (): InstallState => (installed ? 'installed' : event ? 'offered' : 'none'),
  accept: async (): Promise<void> => {
    const offered = event;
    event = undefined;
    await offered?.prompt();
    notify();
  },
};

/** The shell opens without a network: the worker keeps the program's own files, never an answer of the server. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () => void navigator.serviceWorker.register('./sw.js').catch(() => {});
  // Waiting for the language may take long, so the page may have loaded already.
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start);
}
