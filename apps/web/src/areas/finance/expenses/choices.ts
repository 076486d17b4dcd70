import { type ExpenseSide, getExpenseChoices, listExpenseTypes } from '@tradewind/contract/finance.ts';
import { useCall } from '../../../api/hooks.ts';
import type { Option } from '../../../components/list/filters.ts';
import { optionOf } from '../../../components/place-options.ts';
import { productName } from '../../../components/product-name.ts';

const STALE_MS = 60_000;

export function useExpenseChoices() {
  const { data } = useCall(getExpenseChoices, {}, { staleMs: STALE_MS });
  return {
    baseCurrency: data?.baseCurrency ?? '',
    closedMonths: data?.closedMonths ?? [],
    departments: (data?.departments ?? []).map(optionOf),
    members: (data?.members ?? []).map(optionOf),
    accounts: data?.moneyAccounts ?? [],
    moneyAccounts: (data?.moneyAccounts ?? []).map(
      ({ id, name, currency }): Option => ({ value: id, label: `${name} · ${currency}` }),
    ),
  };
}

/** Active types of a side; "Office / Supplies". */
export function useTypeOptions(side?: ExpenseSide): Option[] {
  const list = useCall(listExpenseTypes, {}, { staleMs: STALE_MS }).data?.list ?? [];
  const byId = new Map(list.map((type) => [type.id, type]));
  return list
    .filter((type) => type.active && (side === undefined || type.side === side))
    .map((type) => {
      const parent = type.parentId === null ? undefined : byId.get(type.parentId);
      return { value: type.id, label: parent ? `${productName(parent)} / ${productName(type)}` : productName(type) };
    });
}

export const typeName = ({ typeZh, typeEn }: { typeZh: string; typeEn: string }): string =>
  productName({ nameZh: typeZh, nameEn: typeEn });
