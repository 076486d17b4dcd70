import {
  CARRIER_BILL_STATES,
  type CarrierBillRow,
  carrierBillTabs,
  importCarrierBill,
  listBillIssuers,
  listCarrierBills,
} from '@tradewind/contract/logistics.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { col } from '../../../components/table/col.tsx';
import { BillDrawer } from './bill-drawer.tsx';
import { BillImport } from './bill-import.tsx';
import { IssuersDrawer } from './issuers.tsx';
import { BillStateTag } from './tags.tsx';

const EVERY_MS = 30_000;

/** Invoices of carriers and warehouses, and what is wrong with them. */
export function BillList(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const tabs = useCall(carrierBillTabs, {}, { everyMs: EVERY_MS });
  const issuers = useCall(listBillIssuers, {});
  return (
    <ListPage
      id="logistics.bills"
      call={listCarrierBills}
      columns={useColumns()}
      everyMs={EVERY_MS}
      tabs={tabsOf('state', CARRIER_BILL_STATES, (state) => t(`bills.state.${state}`), {
        all: t('bills.all'),
        counts: tabs.data?.counts,
        uncounted: ['settled'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('bills.number') },
        {
          kind: 'select',
          name: 'issuerId',
          label: t('bills.issuer'),
          options: (issuers.data?.list ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        },
        { kind: 'dates', name: ['from', 'to'], label: t('bills.billedOn') },
      ]}
      actions={<OpenButton label={t('bills.issuers')}>{(close) => <IssuersDrawer onClose={close} />}</OpenButton>}
      primary={
        may(importCarrierBill) && {
          label: t('bills.import'),
          form: (close) => <BillImport onClose={close} />,
        }
      }
      empty={{ title: t('bills.none'), hint: t('bills.noneHint') }}
      detail={(id, tools) => <BillDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<CarrierBillRow>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<CarrierBillRow>[]>(
    () => [
      col.heading('number', t('bills.number'), { width: 170 }),
      col.status('state', t('stageTitle'), (row) => <BillStateTag state={row.state} />, { width: 110 }),
      col.text('issuerName', t('bills.issuer'), { width: 150 }),
      col.code('billedOn', t('bills.billedOn'), { width: 110 }),
      col.qty('lineCount', t('bills.lines')),
      col.qty('wrongCount', t('bills.wrong')),
      col.money('amount', t('bills.amount'), { currency: 'currency' }),
      col.money('overcharged', t('bills.overcharged'), { currency: 'currency' }),
      col.code('days', t('bills.days'), { width: 190, of: (row: CarrierBillRow) => `${row.fromDay} – ${row.toDay}` }),
      col.text('createdBy', t('bills.createdBy'), { width: 120, card: 'hide' }),
      col.time('checkedAt', t('bills.checkedAt'), { card: 'hide' }),
    ],
    [t],
  );
}
