import type { MouseEvent, ReactNode } from 'react';

interface RowOpenerProps {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/**
 * Opens a row for keyboards and screen readers, around the cell that names it. It is a link if the row has an address,
 * so that another window can show it and its text can be selected and copied.
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
