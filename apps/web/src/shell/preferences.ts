import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getPreferences, savePreference } from '@tradewind/contract/identity.ts';
import { callApi } from '../api/client.ts';
import { callKey } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';

/**
 * One setting of the signed-in user, e.g. `columns:order.all`. Saved settings may be from an older release:
 * `parse` turns whatever comes back into something usable. Setting null removes it.
 */
export function usePreference<T>(
  key: string,
  parse: (value: unknown) => T,
): [value: T, save: (value: T | null) => void, ready: boolean] {
  const client = useQueryClient();
  const all = useQuery({
    queryKey: callKey(getPreferences, {}),
    queryFn: ({ signal }) => callApi(getPreferences, {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const save = (value: T | null) => {
    client.setQueryData<Record<string, unknown>>(callKey(getPreferences, {}), (old) => ({
      ...old,
      [key]: value ?? undefined,
    }));
    callApi(savePreference, { key, value }).catch(toast.error);
  };
  return [parse(all.data?.[key]), save, !all.isPending];
}
