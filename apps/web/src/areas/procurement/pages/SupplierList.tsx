import { rights } from '@tradewind/contract/access/modules.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import {
  deleteSuppliers,
  exportSuppliers,
  listSuppliers,
  SUPPLIER_STATES,
  type SupplierRow,
  supplierTabs,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { currencyOptions } from '../../../components/currencies.ts';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { currentLanguage } from '../../../i18n.ts';
import { ImportMenu } from '../import-menu.tsx';
import { AccountButton } from '../sourcing/account-button.tsx';
import { SupplierDrawer } from '../supplier-drawer.tsx';
import { SupplierForm } from '../supplier-form.tsx';

const EVERY = { value: 'all', input: {} };

export default function SupplierList(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const tabs = useCall(supplierTabs, {});
  const counts = tabs.data?.counts;
  return (
    <ListPage
      id="purchase.supplier"
      call={listSuppliers}
      columns={useColumns()}
      tabs={tabsOf('state', SUPPLIER_STATES, (state) => t(`state.${state}`), {
        counts,
        more: [{ ...EVERY, label: t('all'), count: counts?.all }],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        { kind: 'select', name: 'currency', label: t('currency'), options: currencyOptions() },
      ]}
      bulk={[
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          may: may(deleteSuppliers),
          confirm: (count) => t('deleteMany', { count }),
          refresh: [supplierTabs],
          run: bulkRun(deleteSuppliers),
        },
      ]}
      exports={may(exportSuppliers) && { call: exportSuppliers }}
      actions={
        <>
          <AccountButton />
          {may(rights.supplier.import) && <ImportMenu />}
        </>
      }
      primary={may(rights.supplier.add) && { label: t('add'), form: (close) => <SupplierForm onClose={close} /> }}
      empty={{ title: t('none'), hint: t('noneHint') }}
      detail={(id, tools) => <SupplierDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<SupplierRow>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<SupplierRow>[]>(
    () => [
      col.heading('code', t('code'), { width: 170 }),
      col.text('name', t('name'), { of: productName, width: 240 }),
      col.status(
        'state',
        t('status'),
        (row) => <StatusTag tone={row.state === 'active' ? 'good' : 'bad'}>{t(`state.${row.state}`)}</StatusTag>,
        { width: 100 },
      ),
      col.text('contact', t('contact'), { width: 110 }),
      col.code('phone', t('phone'), { width: 140 }),
      col.text('currency', t('currency'), { width: 80 }),
      col.text('terms', t('terms'), { of: (row: SupplierRow) => termsIn(currentLanguage(), row.terms), width: 240 }),
      col.text('leadDays', t('leadDays'), {
        of: (row: SupplierRow) => (row.leadDays === null ? null : t('daysOf', { count: row.leadDays })),
        width: 90,
        align: 'right',
      }),
      col.money('minimumAmount', t('minimumAmount'), { currency: 'currency', width: 150 }),
      col.qty('minimumUnits', t('minimumUnits'), { width: 130 }),
      col.text('wechat', t('wechat'), { width: 130, hidden: true }),
      col.text('email', t('email'), { width: 180, hidden: true }),
      col.text('address', t('address'), { width: 240, hidden: true }),
      col.time('updatedAt', t('updatedAt')),
    ],
    [t],
  );
}
