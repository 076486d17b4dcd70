import type { VendorLine } from '@tradewind/contract/vendor.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { None, Quantity } from '../../../components/figures.tsx';
import { arrange, type Column, NO_SETTINGS } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { VENDOR_ORDERS } from './module.ts';
import { Section } from './section.tsx';
import type { VendorAct, VendorOrder } from './vendor-tab.tsx';

interface AnswerProps {
  order: VendorOrder;
  onAct: (act: VendorAct) => void;
}

/** What was answered to each line; until then what the stock suggests. */
export function AnswerSection({ order, onAct }: AnswerProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons(VENDOR_ORDERS);
  const open = order.answer === null || order.answer.state === 'failed';
  const columns = useColumns(open);
  return (
    <Section
      title={t('vendor.answer')}
      told={order.answer}
      footer={
        open &&
        !order.part &&
        may('acknowledge') && (
          <Button type="primary" onClick={() => onAct('answer')}>
            {t('vendor.answerVerb')}
          </Button>
        )
      }
    >
      {order.part && <Alert type="info" showIcon title={t('vendor.isPart')} />}
      {open && !order.part && <p className="tw-muted">{t('vendor.suggested')}</p>}
      {order.lines.length > 0 && (
        <DataTable
          label={t('vendor.answer')}
          columns={arrange(columns, NO_SETTINGS, 0)}
          rows={order.lines}
          keyOf={(line) => line.platformLineId}
        />
      )}
    </Section>
  );
}

/** What there is in stock matters until it is answered. */
function useColumns(open: boolean): Column<VendorLine>[] {
  const { t } = useTranslation('orders');
  return useMemo<Column<VendorLine>[]>(() => {
    const figure = (key: 'ordered' | 'available' | 'accepted'): Column<VendorLine> => ({
      key,
      title: t(`vendor.${key}`),
      width: 84,
      narrow: 80,
      align: 'right',
      render: (line) => <Quantity value={line[key]} />,
    });
    return [
      { key: 'sku', title: 'SKU', width: 170, narrow: 110, card: 'title', render: (line) => line.sellerSku },
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
