import type { UseQueryResult } from '@tanstack/react-query';
import type { Call } from '@tradewind/contract/call.ts';
import { useSend } from '../api/hooks.ts';

/**
 * A row of a list by its id, for a drawer that follows what others do with it: its list may hold it no longer. Until it has
 * loaded, as the list knows it. `call` filters by `id`; `query` is for the drawer.
 */
export function useRow<R>(
  call: Call,
  id: number,
  known: R | undefined,
): { row: R | undefined; query: Pick<UseQueryResult<unknown>, 'isPending' | 'error' | 'refetch'> } {
  const { data, isPending, error, refetch } = useSend(call, { id });
  const rows = (data as { rows: R[] } | undefined)?.rows;
  return { row: rows ? rows[0] : known, query: { isPending: isPending && known === undefined, error, refetch } };
}
