import { PrinterOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getOutbound, type PickStop, printOutbounds } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { History } from '../history.tsx';
import { OutboundStateTag } from '../states.tsx';
import { StoppedNote } from '../stopped-note.tsx';
import { StopTable } from '../wave/stop-table.tsx';
import { Parcels } from './parcels.tsx';

type Detail = ResultOf<typeof getOutbound>;
type Line = Detail['lines'][number];

export function OutboundDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const query = useCall(getOutbound, { id });
  const it = query.data;
  return (
    <DetailDrawer
      {...tools}
      size={860}
      title={it?.number ?? ''}
      status={it && <OutboundStateTag state={it.state} stop={it.stopReason} />}
      subtitle={it && `${it.orderNo} · ${it.shopName}`}
      query={query}
      actions={
        may(printOutbounds) && (
          <Button
            icon={<PrinterOutlined />}
            onClick={() => void showPdf(printOutbounds, { ids: [id] }).catch(toast.error)}
          >
            {t('outbound.print')}
          </Button>
        )
      }
      {...(it ? { tabs: tabsOf(it, t) } : {})}
    >
      {it && <StoppedNote it={it} />}
    </DetailDrawer>
  );
}

function tabsOf(it: Detail, t: (key: string) => string) {
  return [
    {
      key: 'lines',
      label: t('line.title'),
      children: (
        <>
          <About it={it} />
          <Lines rows={it.lines} />
        </>
      ),
    },
    { key: 'stops', label: t('stop.title'), children: <Stops rows={it.stops} /> },
    { key: 'parcels', label: t('parcel.title'), children: <Parcels outboundId={it.id} /> },
    {
      key: 'files',
      label: t('file.title'),
      children: <DocumentFiles docKind="outbound" docId={it.id} refresh={[getOutbound]} />,
    },
    { key: 'history', label: t('event.title'), children: <History rows={it.history} states="outbound" /> },
  ];
}

function About({ it }: { it: Detail }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <Facts
      columns={3}
      items={[
        [t('house.title'), it.warehouseName],
        [t('wave.title'), it.waveNumber],
        [t('wave.slot'), it.slot],
        [t('outbound.channel'), it.channelName],
        [t('outbound.createdAt'), <DateTime key="c" at={it.createdAt} />],
        [t('outbound.shippedAt'), <DateTime key="s" at={it.shippedAt} />],
      ]}
    />
  );
}

function Lines({ rows }: { rows: Line[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<Line>[] = [
    {
      key: 'sku',
      title: t('line.product'),
      width: 300,
      narrow: 145,
      render: (row) => <ProductNames of={row} />,
    },
    ...(['quantity', 'picked', 'packed'] as const).map(
      (key): Column<Line> => col.qty(key, t(`line.${key}`), { width: 80, narrow: 70 }),
    ),
    col.text('barcode', t('line.barcode'), { width: 140 }),
  ];
  return <LineTable cards={false} label={t('line.title')} columns={columns} rows={rows} />;
}

function Stops({ rows }: { rows: PickStop[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  if (rows.length === 0) return <EmptyState title={t('stop.none')} />;
  return <StopTable rows={rows} />;
}
