import { useId, useInsertionEffect } from 'react';
import { usePage } from './page-context.ts';

const unsaved = new Map<string, string>();

/** Does a page hold something typed and not saved? Asked before its tab or the window is closed. */
export function hasUnsaved(path?: string): boolean {
  return path === undefined ? unsaved.size > 0 : [...unsaved.values()].includes(path);
}

/** An insertion effect, because the other kinds are undone while the page's tab is hidden. */
export function useUnsaved(dirty: boolean): void {
  const id = useId();
  const { path } = usePage();
  useInsertionEffect(() => {
    if (!dirty) return;
    unsaved.set(id, path);
    return () => void unsaved.delete(id);
  }, [dirty, id, path]);
}

window.addEventListener('beforeunload', (event) => {
  if (hasUnsaved()) event.preventDefault();
});
