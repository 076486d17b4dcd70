import type { MouseEvent, ReactNode } from 'react';

interface RowOpenerProps {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/**
 * What opens a row for keyboards and screen readers, around the cell that names it. A link where the row has an address:
 * another window can show it, and its text can be marked and copied.
 */
export function RowOpener({ href, onOpen, children }: RowOpenerProps): ReactNode {
  if (!onOpen) return children;
  if (!href)
    return (
      <button type="button" className="tw-row-open" onClick={onOpen}>
        {children}
      </button>
    );
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if ((window.getSelection()?.toString() ?? '') === '') onOpen();
  };
  return (
    <a className="tw-row-open" href={href} draggable={false} onClick={open}>
      {children}
    </a>
  );
}
