import { useEffect, useEffectEvent } from 'react';

interface ListKeys {
  rows: number;
  /** The marked row, or -1. */
  cursor: number;
  above: number;
  below: number;
  onCursor: (index: number) => void;
  onTick: (index: number) => void;
  onOpen: (index: number) => void;
  onSearch: () => void;
}

/** Arrows move, space ticks, Enter opens, / goes to the search field. Fields and dialogs keep their own keys. */
export function useListKeys({ rows, cursor, above, below, onCursor, onTick, onOpen, onSearch }: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
    if (event.key === '/') {
      event.preventDefault();
      onSearch();
      return;
    }
    if (rows === 0) return;
    if (event.key === 'ArrowDown') onCursor(Math.min(rows - 1, below));
    else if (event.key === 'ArrowUp') onCursor(Math.max(0, above));
    else if (cursor >= 0 && event.key === ' ' && !isButton(event.target)) onTick(cursor);
    else if (cursor >= 0 && event.key === 'Enter' && !isButton(event.target)) onOpen(cursor);
    else return;
    event.preventDefault();
  });
  // React removes the listener while the tab is hidden.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Whether keys belong to what has the focus: a field, or a layer that is not the drawer of a row. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input[type=checkbox]')) return false;
  if (target.isContentEditable || target.matches('input,textarea,select')) return true;
  // The drawer of a row is part of the list; every other layer has its own keys.
  const layer = target.closest(
    '.ant-modal,.ant-drawer,.ant-popover,.ant-dropdown,.ant-menu,[role=tablist]:not(.tw-status-tabs)',
  );
  return layer !== null && !layer.matches('.tw-detail');
}
function isButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('button,a,[role=button],input');
}
