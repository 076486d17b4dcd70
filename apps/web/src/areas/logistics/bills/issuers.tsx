import { PlusOutlined } from '@ant-design/icons';
import { type BillIssuer, getUpsAuth, listBillIssuers, saveBillIssuer } from '@tradewind/contract/logistics.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { currencyOptions } from '../../../components/currencies.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useSession } from '../../../shell/session.ts';

/** Who sends bills, and the terms of their checks. */
export function IssuersDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const issuers = useCall(listBillIssuers, {});
  const [form, setForm] = useState<{ issuer?: BillIssuer }>();
  const mayEdit = may(saveBillIssuer);
  const columns = useMemo<Column<BillIssuer>[]>(
    () => [
      col.text('name', t('bills.issuer'), { width: 180, card: 'title' }),
      col.code('currency', t('bills.currency'), { width: 80 }),
      col.code('tolerance', t('bills.tolerance'), {
        width: 200,
        of: ({ tolerancePercent: percent, toleranceAmount: amount }: BillIssuer) =>
          t('bills.toleranceOf', { percent, amount }),
      }),
      col.qty('claimDays', t('bills.claimDays'), { width: 110 }),
      col.own(
        'edit',
        '',
        (issuer) =>
          mayEdit && (
            <Button size="small" onClick={() => setForm({ issuer })}>
              {t('bills.edit')}
            </Button>
          ),
        { width: 90, align: 'right', card: 'line' },
      ),
    ],
    [t, mayEdit],
  );
  const add = mayEdit && (
    <Button icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('bills.addIssuer')}
    </Button>
  );
  return (
    <PageDrawer open title={t('bills.issuers')} size={760} onClose={onClose} extra={add}>
      <LineTable
        label={t('bills.issuers')}
        columns={columns}
        rows={issuers.data?.list ?? []}
        skeleton={issuers.isPending ? 3 : 0}
        empty={<EmptyState title={t('bills.noIssuers')} />}
      />
      {form && <IssuerForm {...form} onClose={() => setForm(undefined)} />}
    </PageDrawer>
  );
}

interface IssuerFormProps {
  issuer?: BillIssuer;
  onDone?: (id: number) => void;
  onClose: () => void;
}
export function IssuerForm({ issuer, onDone, onClose }: IssuerFormProps): ReactNode {
  const { t } = useTranslation('logistics');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const accounts = useCall(getUpsAuth, {});
  const warehouses = useWarehouseOptions();
  const base = useSession()?.user.baseCurrency;
  const { mapping: _mapping, ...known } = issuer ?? { mapping: null };
  const fresh = { currency: base, tolerancePercent: '1', toleranceAmount: '0.05', claimDays: 30, idempotencyKey };
  return (
    <FormDrawer
      open
      title={t(issuer ? 'bills.editIssuer' : 'bills.addIssuer')}
      call={saveBillIssuer}
      initial={issuer ? known : fresh}
      verb={t('bills.save')}
      success={t('bills.issuerSaved')}
      refresh={[listBillIssuers]}
      onDone={({ id }) => onDone?.(id)}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: t('bills.issuer'), help: t('bills.issuerHelp') },
        { kind: 'select', name: 'currency', label: t('bills.currency'), options: currencyOptions() },
        {
          kind: 'select',
          name: 'carrierAccountId',
          label: t('accounts'),
          options: (accounts.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          kind: 'select',
          name: 'warehouseId',
          label: t('bills.warehouse'),
          options: warehouses.map(({ value, label }) => ({ value: Number(value), label })),
        },
        { kind: 'decimal', name: 'tolerancePercent', label: t('bills.tolerancePercent'), suffix: '%', half: true },
        { kind: 'decimal', name: 'toleranceAmount', label: t('bills.toleranceAmount'), half: true },
        { kind: 'number', name: 'claimDays', label: t('bills.claimDays'), help: t('bills.claimDaysHelp') },
      ]}
    />
  );
}
