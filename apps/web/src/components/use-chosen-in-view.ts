import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the chosen item of a row that may be wider than the screen into view. */
export function useChosenInView(chosen: string | undefined): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what moves the row
  useEffect(() => {
    const item = row.current?.querySelector<HTMLElement>(
      '.ant-segmented-item-selected, [aria-checked="true"], [aria-selected="true"]',
    );
    // Not scrollIntoView, which would scroll the page as well.
    if (row.current && item)
      row.current.scrollLeft = item.offsetLeft - (row.current.clientWidth - item.offsetWidth) / 2;
  }, [chosen]);
  return row;
}
