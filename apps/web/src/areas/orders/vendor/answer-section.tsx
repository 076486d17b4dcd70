import { rights } from '@tradewind/contract/access/modules.ts';
import { isUnsent, type VendorLine, vendorMay } from '@tradewind/contract/vendor.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { None } from '../../../components/figures.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { Section } from './section.tsx';
import type { VendorAct, VendorOrder } from './vendor-order.ts';

interface AnswerProps {
  order: VendorOrder;
  onAct: (act: VendorAct) => void;
}

/** The acknowledged quantities of each line, or quantities suggested from stock. */
export function AnswerSection({ order, onAct }: AnswerProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay(rights.vendorOrder);
  const open = isUnsent(order.answer);
  const columns = useColumns(open);
  return (
    <Section
      title={t('vendor.answer')}
      told={order.answer}
      footer={
        open &&
        !order.part &&
        vendorMay('answer', order) &&
        may(rights.vendorOrder.acknowledge) && (
          <Button type="primary" onClick={() => onAct('answer')}>
            {t('vendor.answerVerb')}
          </Button>
        )
      }
    >
      {order.part && <Alert type="info" showIcon title={t('vendor.isPart')} />}
      {open && !order.part && <p className="tw-muted">{t('vendor.suggested')}</p>}
      {order.lines.length > 0 && (
        <LineTable
          cards={false}
          label={t('vendor.answer')}
          columns={columns}
          rows={order.lines}
          keyOf={(line) => line.platformLineId}
        />
      )}
    </Section>
  );
}

/** Available stock matters only until the order is acknowledged. */
function useColumns(open: boolean): Column<VendorLine>[] {
  const { t } = useTranslation('orders');
  return useMemo<Column<VendorLine>[]>(() => {
    const figure = (key: 'ordered' | 'available' | 'accepted'): Column<VendorLine> =>
      col.qty(key, t(`vendor.${key}`), { width: 84, narrow: 80 });
    return [
      col.text('sku', 'SKU', { of: 'sellerSku', width: 170, narrow: 110, card: 'title' }),
      figure('ordered'),
      ...(open ? [figure('available')] : []),
      figure('accepted'),
      {
        key: 'backordered',
        title: t('vendor.backordered'),
        width: 120,
        narrow: 90,
        align: 'right',
        render: (line) => <Some count={line.backordered} why={line.backorderDay} />,
      },
      {
        key: 'rejected',
        title: t('vendor.rejected'),
        width: 150,
        narrow: 100,
        align: 'right',
        render: (line) => <Some count={line.rejected} why={line.reason && t(`vendor.reason.${line.reason}`)} />,
      },
    ];
  }, [t, open]);
}

function Some({ count, why }: { count: number; why: string | null }): ReactNode {
  if (count === 0) return <None />;
  return (
    <div className="tw-two-lines">
      <span className="tw-figure">{count}</span>
      <span className="tw-muted">{why}</span>
    </div>
  );
}
