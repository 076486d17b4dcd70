import { getComPosition, getDepartmentList, getUserList } from '@tradewind/contract/identity.ts';
import { useCall } from '../../api/hooks.ts';
import type { Option } from '../../components/list-page.tsx';

const STALE_MS = 60_000;
type Options = Option[];

/** Departments for pickers, indented by level. */
export function useDepartments(): Options {
  const { data } = useCall(getDepartmentList, {}, { staleMs: STALE_MS });
  return (data?.list ?? []).map((row) => ({
    value: String(row.id),
    label: `${'\u3000'.repeat(row.depth)}${row.name}`,
  }));
}

export function usePositions(): Options {
  const { data } = useCall(getComPosition, {}, { staleMs: STALE_MS });
  return (data?.list ?? []).map((row) => ({ value: String(row.id), label: row.name }));
}

export function useColleagues(exceptId?: number): Options {
  const { data } = useCall(getUserList, {}, { staleMs: STALE_MS });
  return (data?.list ?? [])
    .filter((row) => row.id !== exceptId)
    .map((row) => ({ value: String(row.id), label: `${row.userName} (${row.userLoginId})` }));
}

/** A select holds text; no choice is null. */
export const idOrNull = (value: unknown): number | null => (value ? Number(value) : null);
export const textOf = (id: number | null | undefined): string | undefined => (id ? String(id) : undefined);
