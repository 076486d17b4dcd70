import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import {
  deleteSupplierPrices,
  exportSupplierPrices,
  getSupplier,
  listSupplierPrices,
  PRICE_TIMES,
  type PriceTime,
  type SupplierDetail,
  type SupplierPriceRow,
  saveSupplierPrice,
} from '@tradewind/contract/procurement.ts';
import { Button, Input, Pagination, Select } from 'antd';
import { Fragment, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Money } from '../../components/figures.tsx';
import { ExportButton } from '../../components/list/export-button.tsx';
import type { Column } from '../../components/list-page.tsx';
import { PageError } from '../../components/page-error.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';
import { PriceForm } from './price-form.tsx';

const PAGE_SIZE = 30;
const TONES = { current: 'good', upcoming: 'info', past: 'muted' } as const;

/** The supplier's prices: those in force first, with the past and upcoming ones on request. */
export function PricesTab({ supplier }: { supplier: SupplierDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const mayPrice = useSeesCosts() && may(saveSupplierPrice) && supplier.state === 'active';
  const [text, setText] = useState('');
  const [time, setTime] = useState<PriceTime>();
  const [page, setPage] = useState(1);
  const [form, setForm] = useState<SupplierPriceRow | 'new'>();
  const typed = useDeferredValue(text.trim());
  const filter = { supplierId: supplier.id, ...(typed ? { text: typed } : {}), ...(time ? { time } : {}) };
  const found = useCall(listSupplierPrices, { ...filter, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns = useColumns(mayPrice ? setForm : undefined);
  const narrowed = typed !== '' || time !== undefined;
  const rows = found.data?.rows ?? [];
  const first = found.data?.total === 0 && !narrowed;
  const add = mayPrice && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm('new')}>
      {t('prices.add')}
    </Button>
  );
  return (
    <>
      {!first && (
        <div className="tw-supplier-prices-bar">
          <Input.Search
            allowClear
            placeholder={t('prices.search')}
            aria-label={t('prices.search')}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setPage(1);
            }}
          />
          <Select<PriceTime | ''>
            aria-label={t('prices.time')}
            value={time ?? ''}
            options={[
              { value: '', label: t('all') },
              ...PRICE_TIMES.map((value) => ({ value, label: t(`prices.times.${value}`) })),
            ]}
            onChange={(value) => {
              setTime(value || undefined);
              setPage(1);
            }}
          />
          {may(exportSupplierPrices) && <ExportButton action={{ call: exportSupplierPrices }} filter={filter} />}
          {add}
        </div>
      )}
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('prices.title')}
          columns={columns}
          rows={rows}
          skeleton={found.isPending ? 3 : 0}
          empty={
            first ? (
              <EmptyState title={t('prices.none')} hint={t('prices.noneHint')} action={add} />
            ) : (
              <EmptyState title={t('prices.noMatch')} />
            )
          }
        />
      )}
      {(found.data?.total ?? 0) > PAGE_SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE_SIZE}
          total={found.data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
          style={{ marginTop: 12 }}
        />
      )}
      {form && (
        <PriceForm supplier={supplier} price={form === 'new' ? undefined : form} onClose={() => setForm(undefined)} />
      )}
    </>
  );
}

function useColumns(onEdit: ((row: SupplierPriceRow) => void) | undefined): Column<SupplierPriceRow>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<SupplierPriceRow>[]>(
    () => [
      col.product('product', t('prices.product'), { width: 190 }),
      col.status(
        'time',
        t('prices.validFrom'),
        (row) => (
          <div className="tw-two-lines">
            <span className="tw-figure">{row.validFrom}</span>
            <span>
              <StatusTag tone={TONES[row.time]}>{t(`prices.times.${row.time}`)}</StatusTag>
            </span>
          </div>
        ),
        { width: 110 },
      ),
      col.own('breaks', t('prices.breaks'), (row) => <Breaks row={row} />, { width: 160 }),
      col.text('supplierSku', t('prices.supplierSku'), { width: 110 }),
      col.qty('moq', t('prices.moq'), { width: 80 }),
      col.qty('orderMultiple', t('prices.orderMultiple'), { width: 80 }),
      col.text('leadDays', t('leadDays'), {
        of: (row: SupplierPriceRow) => (row.leadDays === null ? null : t('daysOf', { count: row.leadDays })),
        width: 80,
        align: 'right',
      }),
      ...(onEdit
        ? [col.own<SupplierPriceRow>('acts', '', (row) => <RowActs row={row} onEdit={onEdit} />, { width: 84 })]
        : []),
    ],
    [t, onEdit],
  );
}

function Breaks({ row }: { row: SupplierPriceRow }): ReactNode {
  return (
    <div className="tw-supplier-breaks">
      {row.breaks.map((one) => (
        <Fragment key={one.fromQuantity}>
          <span className="tw-figure">≥ {one.fromQuantity}</span>
          {one.unitPrice === null ? <span>***</span> : <Money amount={one.unitPrice} currency={row.currency} />}
        </Fragment>
      ))}
    </div>
  );
}

function RowActs({ row, onEdit }: { row: SupplierPriceRow; onEdit: (row: SupplierPriceRow) => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const remove = useAct(deleteSupplierPrices, {
    refresh: [listSupplierPrices, getSupplier],
    success: t('prices.deleted'),
  });
  return (
    <>
      <Button
        type="text"
        icon={<EditOutlined />}
        aria-label={`${t('prices.edit')} ${row.sku}`}
        onClick={() => onEdit(row)}
      />
      <ConfirmDanger
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('prices.deleteTitle', { sku: row.sku, day: row.validFrom })}
        title={t('prices.deleteTitle', { sku: row.sku, day: row.validFrom })}
        consequence={t('prices.deleteText')}
        verb={t('action.delete')}
        onConfirm={() => remove.mutateAsync({ ids: [row.id] })}
      >
        {null}
      </ConfirmDanger>
    </>
  );
}
