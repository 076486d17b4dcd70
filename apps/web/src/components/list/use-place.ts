import { useState } from 'react';
import type { RowKey } from '../table/data-row.tsx';

export interface Place {
  /** Index of the row, or -1. */
  cursor: number;
  /** Whether it is, or was, in the list. */
  known: boolean;
  /** The rows before and after it. They may lie outside of the list. */
  above: number;
  below: number;
}

/**
 * Where a row stands in the list. After an act has moved it out of the list, its neighbours are still known, so that
 * people go on from there, and no other row counts as it.
 */
export function usePlace(keys: readonly RowKey[], key: string): Place {
  const [kept, keep] = useState({ key: '', index: -1 });
  const cursor = key === '' ? -1 : keys.findIndex((each) => String(each) === key);
  if (cursor >= 0 && (kept.key !== key || kept.index !== cursor)) keep({ key, index: cursor });
  const gone = cursor < 0 && key !== '' && kept.key === key;
  return {
    cursor,
    known: gone || cursor >= 0,
    above: (gone ? kept.index : cursor) - 1,
    below: gone ? kept.index : cursor + 1,
  };
}
