import { InboxOutlined, PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  printTransfer,
  type TransferDetail,
  type TransferLineRow,
  type TransferPartRow,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useUser } from '../../../shell/session.ts';

export function TransferLines({ transfer }: { transfer: TransferDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const figure = (
    key: 'quantity' | 'held' | 'shipped' | 'received' | 'inTransit' | 'lost' | 'available',
  ): Column<TransferLineRow> => col.qty(key, t(`transfer.${key}`), { width: 96 });
  const columns: Column<TransferLineRow>[] = [
    col.product('product', t('transfer.product'), { width: 230 }),
    figure('quantity'),
    ...(transfer.state === 'draft' ? [figure('available')] : [figure('held')]),
    figure('shipped'),
    figure('received'),
    figure('inTransit'),
    figure('lost'),
  ];
  return <LineTable label={t('transfer.tab.lines')} columns={columns} rows={transfer.lines} />;
}

const inboundOf = (part: TransferPartRow) => `/warehouse/inbound?open=${part.inboundId}`;
type PartLine = TransferPartRow['lines'][number];

export function TransferParts({ transfer }: { transfer: TransferDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const { baseCurrency } = useUser();
  if (transfer.parts.length === 0) return <EmptyState title={t('transfer.noParts')} />;
  const columns: Column<PartLine>[] = [
    col.product('product', t('transfer.product'), { width: 200 }),
    col.text('place', t('transfer.place'), { of: 'locationCode', width: 120 }),
    col.text('batch', t('transfer.batch'), { of: 'batchCode', width: 100 }),
    col.qty('quantity', t('transfer.shipped'), { width: 84 }),
    col.qty('received', t('transfer.received'), { width: 84 }),
    col.qty('lost', t('transfer.lost'), { width: 84 }),
    {
      key: 'lostValue',
      title: t('transfer.lostValue'),
      width: 120,
      align: 'right',
      render: (row) => row.lost > 0 && <Money amount={row.lostValue} currency={baseCurrency} />,
    },
  ];
  return transfer.parts.map((part) => (
    <section key={part.id} className="tw-house-parcel">
      <div className="tw-parcel-head">
        <strong>{t('transfer.part', { part: part.part })}</strong>
        <StatusTag tone={part.state === 'closed' ? 'good' : 'info'}>{t(`transfer.partState.${part.state}`)}</StatusTag>
        <Link className="tw-figure" to={inboundOf(part)}>
          {part.inboundNo}
        </Link>
        <span className="tw-muted">
          {[part.carrier, part.trackingNumber].filter(Boolean).join(' ')} <DateTime at={part.shippedAt} />
        </span>
        <span className="tw-grow" />
        {part.state === 'transit' && may(rights.transfer.receive) && (
          <Button icon={<InboxOutlined />} href={`#${inboundOf(part)}`}>
            {t('transfer.receive')}
          </Button>
        )}
        {may(printTransfer) && (
          <Button
            type="text"
            icon={<PrinterOutlined />}
            aria-label={t('transfer.printPart')}
            onClick={() => void showPdf(printTransfer, { id: transfer.id, part: part.part }).catch(toast.error)}
          />
        )}
      </div>
      <LineTable label={t('transfer.part', { part: part.part })} columns={columns} rows={part.lines} />
    </section>
  ));
}
