import { listBalances, rechargeChoices } from '@tradewind/contract/finance.ts';
import { prepayWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatMoney } from '../../../components/format.ts';

/** Records what was paid ahead to a warehouse provider, and from which account. */
export function RechargeButton(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [key, setKey] = useState<string>();
  if (!may(prepayWarehouse)) return null;
  return (
    <>
      <Button onClick={() => setKey(crypto.randomUUID())}>{t('balances.recharge')}</Button>
      {key && <RechargeForm idempotencyKey={key} onClose={() => setKey(undefined)} />}
    </>
  );
}

function RechargeForm({ idempotencyKey, onClose }: { idempotencyKey: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const choices = useCall(rechargeChoices, {});
  if (!choices.data) return null;
  const { currency, warehouses, accounts } = choices.data;
  return (
    <FormDrawer
      open
      title={t('balances.rechargeTitle')}
      call={prepayWarehouse}
      verb={t('balances.recharge')}
      success={t('balances.recharged')}
      refresh={[listBalances, rechargeChoices]}
      initial={{ idempotencyKey, ...(warehouses.length === 1 ? { houseId: warehouses[0]?.id } : {}) }}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'houseId',
          label: t('balances.warehouse'),
          options: warehouses.map(({ id, name, balance }) => ({
            value: id,
            label: balance === null ? name : `${name} (${formatMoney(balance, currency)})`,
          })),
        },
        {
          kind: 'decimal',
          name: 'amount',
          label: t('balances.rechargeAmount'),
          suffix: currency,
          help: t('balances.rechargeHelp'),
        },
        {
          kind: 'select',
          name: 'moneyAccountId',
          label: t('balances.moneyAccount'),
          help: t('balances.moneyAccountHelp'),
          required: false,
          options: accounts.map(({ id, name, tail }) => ({ value: id, label: tail ? `${name} ·${tail}` : name })),
        },
        { kind: 'text', name: 'remark', label: t('balances.remark'), required: false },
      ]}
    />
  );
}
