import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { OrderLinkPage } from '@tradewind/contract/links.ts';
import { openLink } from '@tradewind/contract/links.ts';
import { useSearchParams } from 'react-router';
import { callApi } from '../api/client.ts';
import type { ApiError } from '../api/errors.ts';
import { callKey } from '../api/hooks.ts';

export type Shared = ResultOf<typeof openLink>;

/** The key in the address. */
export const useLinkKey = (): string => useSearchParams()[0].get('key') ?? '';

/** What the link in the address shows. Asked once: each time it is asked counts as opened. */
export function useLink(page: OrderLinkPage) {
  const key = useLinkKey();
  const found = useQuery<Shared, ApiError>({
    queryKey: callKey(openLink, { key, page }),
    queryFn: ({ signal }) => callApi(openLink, { key: key || '-', page }, { signal, quiet: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return { key, found };
}
