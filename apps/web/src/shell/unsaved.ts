import { useId, useInsertionEffect } from 'react';
import { usePage } from './page-context.ts';

const unsaved = new Map<string, string>();

/** Whether a page has unsaved changes; checked before its tab or the window closes. */
export function hasUnsaved(path?: string): boolean {
  return path === undefined ? unsaved.size > 0 : [...unsaved.values()].includes(path);
}

/** An insertion effect, because React undoes the other kinds while the page's tab is hidden. */
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
