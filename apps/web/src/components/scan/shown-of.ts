import { isScanKind, scanActs } from '@tradewind/contract/warehouse.ts';

type Words = (key: string) => string;

/** What a logged scan was, for people: the fields of its payload that matter, as many as this version knows. */
export function shownOf({ kind, payload }: { kind: string; payload: Record<string, unknown> }, t: Words): string[] {
  const shown: readonly string[] = isScanKind(kind) ? scanActs[kind].shown : [];
  return shown.flatMap((field) => {
    const value = payload[field];
    if (field === 'condition' && typeof value === 'string') return t(`scan.conditions.${value}`);
    if (field === 'items' && Array.isArray(value)) return value.map(itemOf).filter(Boolean).join(', ') || [];
    if (typeof value === 'number') return `× ${value}`;
    return typeof value === 'string' && value !== '' ? value : [];
  });
}

const itemOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'code' in item && 'quantity' in item
    ? `${item.code} × ${item.quantity}`
    : '';

/** "Pick", "Count location". */
export const kindOf = (kind: string, t: Words): string => (isScanKind(kind) ? t(`scan.kind.${kind}`) : kind);
