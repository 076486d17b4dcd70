import type { InputOf } from '@tradewind/contract/call.ts';
import type { getMessageList } from '@tradewind/contract/messages.ts';
import { useState } from 'react';

export type Box = 'receive' | 'send';
export interface Filters {
  startDate: string | undefined;
  endDate: string | undefined;
  state: 'Y' | 'N' | undefined;
  keyword: string;
}
export const PAGE_SIZES = [30, 50, 100, 200];
const FRESH: Filters = { startDate: undefined, endDate: undefined, state: 'N', keyword: '' };
const START = { box: 'receive' as Box, draft: FRESH, applied: FRESH, page: 1, size: 30 };

export interface DialogState {
  box: Box;
  draft: Filters;
  page: number;
  size: number;
  input: InputOf<typeof getMessageList>;
  change(part: Partial<Filters>): void;
  search(): void;
  turn(page: number, size: number): void;
  toFirst(): void;
  switchTo(box: Box): void;
  reset(): void;
}

/** The state of the dialog. Filters apply on search; another tab or closing resets them. */
export function useDialogState(): DialogState {
  const [now, setNow] = useState(START);
  const { box, applied, page, size } = now;
  return {
    box,
    draft: now.draft,
    page,
    size,
    input: {
      type: box,
      pageNum: page,
      pageSize: size,
      // Sent messages have no status to filter by, so show all.
      itemOption: box === 'receive' ? applied.state : undefined,
      startDate: applied.startDate,
      endDate: applied.endDate,
      msgKeyWord: applied.keyword || undefined,
    },
    change: (part) => setNow((old) => ({ ...old, draft: { ...old.draft, ...part } })),
    search: () => setNow((old) => ({ ...old, applied: old.draft, page: 1 })),
    turn: (to, newSize) => setNow((old) => ({ ...old, page: newSize === old.size ? to : 1, size: newSize })),
    toFirst: () => setNow((old) => ({ ...old, page: 1 })),
    switchTo: (to) => setNow({ ...START, box: to }),
    reset: () => setNow(START),
  };
}
