import { BarcodeOutlined, PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getWave, printWave, waveMay } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { History } from '../history.tsx';
import { OutboundStateTag, WaveStateTag } from '../states.tsx';
import { StopTable } from './stop-table.tsx';

type Detail = ResultOf<typeof getWave>;
type Member = Detail['outbounds'][number];

export function WaveDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const mayScan = useMay(rights.scanStation)(rights.scanStation.pick);
  const navigate = useNavigate();
  const query = useCall(getWave, { id });
  const wave = query.data;
  const open = wave !== undefined && waveMay('pick', wave);
  return (
    <DetailDrawer
      {...tools}
      size={860}
      title={wave?.number ?? ''}
      status={wave && <WaveStateTag state={wave.state} />}
      subtitle={wave && `${wave.warehouseName}${wave.assigneeName ? ` · ${wave.assigneeName}` : ''}`}
      query={query}
      actions={
        wave && (
          <>
            {mayScan && open && (
              <Button
                type="primary"
                icon={<BarcodeOutlined />}
                onClick={() => void navigate(`/warehouse/scan?job=pick&wave=${wave.id}`)}
              >
                {t('wave.pick')}
              </Button>
            )}
            {may(printWave) && (
              <Button
                icon={<PrinterOutlined />}
                onClick={() => void showPdf(printWave, { ids: [wave.id] }).catch(toast.error)}
              >
                {t('wave.act.print')}
              </Button>
            )}
          </>
        )
      }
      {...(wave
        ? {
            tabs: [
              { key: 'stops', label: t('stop.title'), children: <StopTable rows={wave.stops} /> },
              { key: 'orders', label: t('wave.members'), children: <Members wave={wave} /> },
              { key: 'history', label: t('event.title'), children: <History rows={wave.history} states="wave" /> },
            ],
          }
        : {})}
    >
      {wave && (
        <Facts
          columns={3}
          items={[
            [t('wave.orders'), wave.orders],
            [t('wave.units'), wave.units],
            [t('wave.dropped'), wave.dropped || null],
            [t('wave.createdBy'), wave.createdBy],
            [t('wave.createdAt'), <DateTime key="c" at={wave.createdAt} />],
            [t('wave.pickedAt'), <DateTime key="p" at={wave.pickedAt} />],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Members({ wave }: { wave: Detail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<Member>[] = [
    col.text('slot', t('wave.slot'), { width: 60, align: 'right' }),
    col.text('number', t('outbound.number'), { width: 190, card: 'title' }),
    col.text('order', t('outbound.order'), { of: 'orderNo', width: 190 }),
    col.status(
      'state',
      t('outbound.stateTitle'),
      (row) => <OutboundStateTag state={row.state} stop={row.stopReason} />,
      { width: 190 },
    ),
    {
      key: 'picked',
      title: t('line.picked'),
      width: 90,
      align: 'right',
      render: (row) => `${row.picked} / ${row.units}`,
    },
  ];
  return <LineTable label={t('wave.members')} columns={columns} rows={wave.outbounds} />;
}
