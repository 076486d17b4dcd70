import { notifyManager, QueryClient } from '@tanstack/react-query';
import { isApiError } from './errors.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 1 && isApiError(error) && (error.code === 503 || error.code === 502),
    },
    mutations: { retry: false },
  },
});

/** What answers at one moment (the goods of fifty rows) is drawn at once, not one by one. */
let news: (() => void)[] = [];
notifyManager.setScheduler((notify) => {
  if (news.push(notify) > 1) return;
  setTimeout(() => {
    const all = news;
    news = [];
    for (const each of all) each();
  });
});

declare global {
  interface Window {
    /**
     * How many queries are in flight. The browser tests wait until there are none. Mutations do not count: an act may
     * wait for the answer of a dialog, and the browser sees its requests.
     */
    tradewindInFlight?: () => number;
  }
}
window.tradewindInFlight = () => queryClient.isFetching();
