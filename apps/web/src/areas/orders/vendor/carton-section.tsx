import { rights } from '@tradewind/contract/access/modules.ts';
import { printVendorLabels, vendorMay } from '@tradewind/contract/vendor.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { Facts } from '../../../components/facts.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { Section } from './section.tsx';
import type { VendorAct, VendorOrder } from './vendor-order.ts';

type CartonRow = VendorOrder['cartons'][number];

interface CartonProps {
  order: VendorOrder;
  onAct: (act: VendorAct) => void;
}

/** The cartons, their SSCCs and contents. */
export function CartonSection({ order, onAct }: CartonProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay(rights.vendorOrder);
  const skus = useMemo(() => new Map(order.goods.map((line) => [line.lineId, line.sku])), [order.goods]);
  const columns = useColumns(skus);
  const print = () => void showPdf(printVendorLabels, { id: order.id }).catch(toast.error);
  const none = order.cartons.length === 0;
  const over = !vendorMay('pack', order);
  return (
    <Section
      title={t('vendor.cartons')}
      footer={
        may(printVendorLabels) && (
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
          <LineTable
            cards={false}
            label={t('vendor.cartons')}
            columns={columns}
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
      col.text('number', t('vendor.carton'), { width: 70 }),
      col.code('sscc', 'SSCC', { width: 180, card: 'title' }),
      col.text('pallet', t('vendor.pallet'), { of: 'palletNo', width: 70 }),
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
