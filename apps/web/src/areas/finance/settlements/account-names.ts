import { settlementAccounts } from '@tradewind/contract/finance.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import type { Option } from '../../../components/list-page.tsx';

const STALE_MS = 300_000;

interface Accounts {
  nameOf: (account: string | null) => string;
  /** All that lines are booked to, and those that a mapping may name. */
  all: Option[];
  mappable: Option[];
}

/** Accounts of settlement lines, in the user's language. */
export function useAccounts(): Accounts {
  const { t } = useTranslation('finance');
  const list = useCall(settlementAccounts, {}, { staleMs: STALE_MS }).data?.list;
  return useMemo(() => {
    const names = new Map(list?.map(({ account, name }) => [account, name]));
    const options = (some: typeof list) => (some ?? []).map(({ account, name }) => ({ value: account, label: name }));
    return {
      nameOf: (account) => (account === null ? t('settle.notBooked') : (names.get(account) ?? account)),
      all: options(list),
      mappable: options(list?.filter(({ mappable }) => mappable)),
    };
  }, [list, t]);
}
