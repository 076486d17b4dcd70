import { useQuery } from '@tanstack/react-query';
import { bankSuggestions, listMoneyAccounts, type MatchCandidate } from '@tradewind/contract/finance/banking.ts';
import { callApi } from '../../../api/client.ts';
import { callKey, useCall } from '../../../api/hooks.ts';
import { together } from '../../../components/together.ts';

const load = together<MatchCandidate[]>(async (ids) => {
  const { list } = await callApi(bankSuggestions, { ids });
  return new Map(list.map(({ lineId, candidates }) => [lineId, candidates]));
});

/** What may belong to an open line, best first; the rows of a page ask in one request. */
export const useSuggestions = (lineId: number) =>
  useQuery({ queryKey: callKey(bankSuggestions, { lineId }), queryFn: () => load(lineId) });

export function useMoneyAccounts() {
  const found = useCall(listMoneyAccounts, { pageSize: 200 });
  return { accounts: found.data?.rows ?? [], pending: found.isPending };
}
