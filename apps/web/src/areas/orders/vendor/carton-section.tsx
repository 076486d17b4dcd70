import { printVendorLabels } from '@tradewind/contract/vendor.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useButtons } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { None } from '../../../components/figures.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { arrange, type Column, NO_SETTINGS } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { VENDOR_ORDERS } from './module.ts';
import { Section } from './section.tsx';
import type { VendorAct, VendorOrder } from './vendor-tab.tsx';

type CartonRow = VendorOrder['cartons'][number];
const OVER = ['shipped', 'delivered', 'cancelled', 'refunded'];

interface CartonProps {
  order: VendorOrder;
  onAct: (act: VendorAct) => void;
}

/** Cartons, their numbers and what is in them. */
export function CartonSection({ order, onAct }: CartonProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons(VENDOR_ORDERS);
  const skus = useMemo(() => new Map(order.goods.map((line) => [line.lineId, line.sku])), [order.goods]);
  const columns = useColumns(skus);
  const print = () => void showPdf(printVendorLabels, { id: order.id }).catch(toast.error);
  const none = order.cartons.length === 0;
  const over = OVER.includes(order.status);
  return (
    <Section
      title={t('vendor.cartons')}
      footer={
        may('ship') && (
          <>
            {!over && (
              <Button type={none ? 'primary' : 'default'} onClick={() => onAct('pack')}>
                {t('vendor.pack')}
              </Button>
            )}
            <ActionButton reason={none ? t('vendor.packFirst') : undefined} onClick={print}>
              {t('vendor.labels')}
            </ActionButton>
          </>
        )
      }
    >
      {none ? (
        <p className="tw-muted">{t('vendor.notPacked')}</p>
      ) : (
        <>
          <p className="tw-muted">
            {t('vendor.packedInto', { count: order.cartons.length })} ·{' '}
            {t(order.packed || over ? 'vendor.allIn' : 'vendor.partIn')}
          </p>
          <DataTable
            label={t('vendor.cartons')}
            columns={arrange(columns, NO_SETTINGS, 0)}
            rows={order.cartons}
            keyOf={(carton) => carton.number}
          />
          {order.pallets.length > 0 && (
            <Facts
              items={order.pallets.map(({ number, sscc }) => [
                t('vendor.palletNo', { number }),
                <span key={number} className="tw-figure">
                  {sscc}
                </span>,
              ])}
            />
          )}
        </>
      )}
    </Section>
  );
}

function useColumns(skus: ReadonlyMap<number, string>): Column<CartonRow>[] {
  const { t } = useTranslation('orders');
  return useMemo<Column<CartonRow>[]>(
    () => [
      { key: 'number', title: t('vendor.carton'), width: 70, render: (carton) => carton.number },
      {
        key: 'sscc',
        title: 'SSCC',
        width: 180,
        card: 'title',
        render: (carton) => <span className="tw-figure">{carton.sscc}</span>,
      },
      { key: 'pallet', title: t('vendor.pallet'), width: 70, render: (carton) => carton.palletNo ?? <None /> },
      {
        key: 'contents',
        title: t('vendor.contents'),
        width: 240,
        render: (carton) =>
          carton.contents.map(({ lineId, quantity }) => `${skus.get(lineId) ?? ''} × ${quantity}`).join(', '),
      },
      {
        key: 'weight',
        title: t('vendor.weight'),
        width: 90,
        align: 'right',
        render: (carton) => <span className="tw-figure">{carton.grossKg} kg</span>,
      },
    ],
    [t, skus],
  );
}
