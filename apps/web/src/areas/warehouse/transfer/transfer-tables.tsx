import { InboxOutlined, PrinterOutlined } from '@ant-design/icons';
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
import { useButtons } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime, Money, Quantity } from '../../../components/figures.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { useUser } from '../../../shell/session.ts';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';

export function TransferLines({ transfer }: { transfer: TransferDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const figure = (
    key: 'quantity' | 'held' | 'shipped' | 'received' | 'inTransit' | 'lost' | 'available',
  ): Column<TransferLineRow> => ({
    key,
    title: t(`transfer.${key}`),
    width: 96,
    align: 'right',
    render: (row) => <Quantity value={row[key]} />,
  });
  const columns: Column<TransferLineRow>[] = [
    {
      key: 'product',
      title: t('transfer.product'),
      width: 230,
      card: 'title',
      render: (row) => <ProductNames sku={row.sku} name={nameOf(row)} />,
    },
    figure('quantity'),
    ...(transfer.state === 'draft' ? [figure('available')] : [figure('held')]),
    figure('shipped'),
    figure('received'),
    figure('inTransit'),
    figure('lost'),
  ];
  return (
    <PlainTable
      label={t('transfer.tab.lines')}
      columns={columns}
      rows={transfer.lines}
      keyOf={(row) => row.id}
      skeleton={0}
      empty={null}
      cards
    />
  );
}

const inboundOf = (part: TransferPartRow) => `/warehouse/inbound?open=${part.inboundId}`;
type PartLine = TransferPartRow['lines'][number];

export function TransferParts({ transfer }: { transfer: TransferDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const { baseCurrency } = useUser();
  if (transfer.parts.length === 0) return <EmptyState title={t('transfer.noParts')} />;
  const columns: Column<PartLine>[] = [
    {
      key: 'product',
      title: t('transfer.product'),
      width: 200,
      card: 'title',
      render: (row) => <ProductNames sku={row.sku} name={nameOf(row)} />,
    },
    { key: 'place', title: t('transfer.place'), width: 120, render: (row) => row.locationCode },
    { key: 'batch', title: t('transfer.batch'), width: 100, render: (row) => row.batchCode ?? '' },
    {
      key: 'quantity',
      title: t('transfer.shipped'),
      width: 84,
      align: 'right',
      render: (row) => <Quantity value={row.quantity} />,
    },
    {
      key: 'received',
      title: t('transfer.received'),
      width: 84,
      align: 'right',
      render: (row) => <Quantity value={row.received} />,
    },
    {
      key: 'lost',
      title: t('transfer.lost'),
      width: 84,
      align: 'right',
      render: (row) => <Quantity value={row.lost} />,
    },
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
        {part.state === 'transit' && may('receive') && (
          <Button icon={<InboxOutlined />} href={`#${inboundOf(part)}`}>
            {t('transfer.receive')}
          </Button>
        )}
        {may('print') && (
          <Button
            type="text"
            icon={<PrinterOutlined />}
            aria-label={t('transfer.printPart')}
            onClick={() => void showPdf(printTransfer, { id: transfer.id, part: part.part }).catch(toast.error)}
          />
        )}
      </div>
      <PlainTable
        label={t('transfer.part', { part: part.part })}
        columns={columns}
        rows={part.lines}
        keyOf={(row) => row.id}
        skeleton={0}
        empty={null}
        cards
      />
    </section>
  ));
}
