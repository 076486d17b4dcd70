import { MONEY_ACCOUNT_KINDS, type MoneyAccountRow, saveMoneyAccount } from '@tradewind/contract/finance/banking.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../../components/currencies.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { useUser } from '../../../shell/session.ts';
import { OF_BANK } from './calls.ts';

export function AccountForm({ account, onClose }: { account?: MoneyAccountRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { baseCurrency } = useUser();
  const fresh = { kind: 'bank' as const, currency: baseCurrency, openingAmount: '0' };
  const known = account && {
    ...{ id: account.id, name: account.name, kind: account.kind, currency: account.currency, holder: account.holder },
    ...{ bankName: account.bankName, tail: account.tail },
    ...{ openingAmount: account.openingAmount, openingOn: account.openingOn },
  };
  return (
    <FormDrawer
      open
      title={t(account ? 'bank.editAccount' : 'bank.addAccount')}
      call={saveMoneyAccount}
      initial={{ ...(known ?? fresh), idempotencyKey }}
      verb={t('bank.save')}
      success={t('bank.accountSaved')}
      refresh={OF_BANK}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: t('bank.name') },
        {
          kind: 'select',
          name: 'kind',
          label: t('bank.type'),
          half: true,
          options: MONEY_ACCOUNT_KINDS.map((value) => ({ value, label: t(`bank.accountKind.${value}`) })),
        },
        { kind: 'select', name: 'currency', label: t('bank.currency'), options: currencyOptions(), half: true },
        { kind: 'text', name: 'holder', label: t('bank.holder'), half: true, required: false },
        { kind: 'text', name: 'bankName', label: t('bank.bankName'), half: true, required: false },
        { kind: 'text', name: 'tail', label: t('bank.tail'), help: t('bank.tailHelp'), required: false },
        { kind: 'decimal', name: 'openingAmount', label: t('bank.opening'), half: true },
        { kind: 'date', name: 'openingOn', label: t('bank.openingOn'), half: true, required: false },
      ]}
    />
  );
}
