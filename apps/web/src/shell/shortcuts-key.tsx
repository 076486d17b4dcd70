import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isTaken } from '../components/list/use-list-keys.ts';
import { createSignal, useSignal } from './signal.ts';

const Shortcuts = lazy(() => import('./shortcuts.tsx'));
/** Opens the overview of the keys. */
export const shortcutsSignal = createSignal();

/** The overview opens by “?”, except in fields. */
export function ShortcutsKey(): ReactNode {
  const [open, setOpen] = useState(false);
  useSignal(shortcutsSignal, () => setOpen(true));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(event.target)) setOpen(true);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    open && (
      <Suspense fallback={null}>
        <Shortcuts onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
