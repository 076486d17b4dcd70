import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { useRef } from 'react';
import { isSecondClick } from './click-guard.ts';
import { callApi, send } from './client.ts';
import { type ApiError, asApiError } from './errors.ts';
import { toast } from './toast.ts';

export function callKey(call: Call, input?: unknown): QueryKey {
  return input === undefined ? [call.path] : [call.path, input];
}

export interface CallOptions {
  enabled?: boolean;
  staleMs?: number;
  /** Refetch interval while the page is open. */
  everyMs?: number;
  /** Keep showing the previous answer while the next one loads. */
  keepPrevious?: boolean;
  /** Also while the window is locked. */
  always?: boolean;
}

/** Server state of a page. The input is the cache key: two places with the same input share one answer. */
export function useCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): UseQueryResult<ResultOf<C>, ApiError> {
  return useSend(call, input, options);
}

export function useSend<C extends Call>(
  call: C,
  input: unknown,
  options: CallOptions = {},
): UseQueryResult<ResultOf<C>, ApiError> {
  return useQuery(queryOf(call, input, options));
}

/**
 * Whether there is nothing to show: it never came, is gone, or may not be read any more. What could only not be refreshed
 * stays on the page, above all the field that people scan into.
 */
export function isLost<Q extends UseQueryResult<unknown, ApiError>>(query: Q): query is Extract<Q, { isError: true }> {
  const { data, error } = query;
  return error !== null && (data === undefined || error.code === 403 || error.code === 404);
}

/** For `useQueries`: several calls of one component. */
export function queryOf<C extends Call>(
  call: C,
  input: unknown,
  options: CallOptions,
): UseQueryOptions<ResultOf<C>, ApiError> {
  return {
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.always ? { networkMode: 'always' } : {}),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  };
}

export interface ActOptions<C extends Call> {
  /** Calls to refresh afterwards. */
  refresh?: readonly Call[];
  /** The message on success; `true`: the server's message. */
  success?: string | true | ((result: ResultOf<C>) => string);
  /** `form`: the form shows the error at its fields. Otherwise a toast does. */
  errors?: 'toast' | 'form';
  onDone?: (result: ResultOf<C>, input: InputOf<C>) => void;
}

/** A verb: `const hold = useAct(holdOrder, {refresh: [listOrders]}); hold.mutate({id})`. */
export function useAct<C extends Call>(
  call: C,
  options: ActOptions<C> = {},
): UseMutationResult<ResultOf<C>, ApiError, InputOf<C>, { second: boolean }> {
  const refresh = useRefresh();
  const said = useRef('');
  return useMutation<ResultOf<C>, ApiError, InputOf<C>, { second: boolean }>({
    // The second half of a double click shares the first one's answer and shows no message of its own.
    onMutate: (input) => ({ second: isSecondClick(call, input) }),
    mutationFn: (input) =>
      callApi(call, input, {
        acts: true,
        onMsg: (msg) => {
          said.current = msg;
        },
      }).catch((error: unknown) => Promise.reject(asApiError(error))),
    onSuccess: (result, input, context) => {
      if (context.second) return;
      if (options.refresh) refresh(...options.refresh);
      if (options.success === true) toast.success(said.current);
      else if (options.success)
        toast.success(typeof options.success === 'string' ? options.success : options.success(result));
      options.onDone?.(result, input);
    },
    onError: (error, _input, context) => {
      if (options.errors !== 'form' && !context?.second) toast.error(error);
    },
  });
}

/**
 * Marks the answers of these calls as out of date and reloads those on the screen. A first answer still on its way may
 * have been read before the change, and the library would keep it as fresh: it is dropped and loaded anew.
 */
export function useRefresh(): (...calls: readonly Call[]) => void {
  const client = useQueryClient();
  const reload = async (queryKey: QueryKey) => {
    await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
    await client.invalidateQueries({ queryKey });
  };
  return (...calls) => {
    for (const call of calls) void reload(callKey(call));
  };
}

/** Marks the answers of a call as old: open pages keep them, pages opened later reload. */
export function useOutdate(): (call: Call) => void {
  const client = useQueryClient();
  return (call) => void client.invalidateQueries({ queryKey: callKey(call), refetchType: 'none' });
}
