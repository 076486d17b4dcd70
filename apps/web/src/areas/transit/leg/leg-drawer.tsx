import { InboxOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { costLeg, getLeg, type LegDetail, legHistory, legMay, moveLeg } from '@tradewind/contract/transit.ts';
import { Button, Steps } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { AllocationLink } from '../../../components/allocation-link.tsx';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { useCompanyClock } from '../../../components/days.ts';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { Facts } from '../../../components/facts.tsx';
import { None } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatMoney } from '../../../components/format.ts';
import type { Column, DetailTools } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';
import { useSession } from '../../../shell/session.ts';
import { HistoryTab } from '../fba/history-tab.tsx';
import { TransitCosts } from '../late-costs.tsx';
import { LEG_CHANGED, LEG_TONES } from '../state.ts';
import { TravelForm } from './travel.tsx';

const WAY: readonly LegDetail['state'][] = ['draft', 'submitted', 'shipped', 'arrived', 'received'];

interface DrawerProps {
  id: number;
  tools: DetailTools;
  onEdit: (leg: LegDetail) => void;
}

export function LegDrawer({ id, tools, onEdit }: DrawerProps): ReactNode {
  const { t } = useTranslation('transit');
  const query = useCall(getLeg, { id });
  const leg = query.data;
  return (
    <DetailDrawer
      {...tools}
      size={860}
      title={leg?.number ?? ''}
      status={leg && <StatusTag tone={LEG_TONES[leg.state]}>{t(`legState.${leg.state}`)}</StatusTag>}
      subtitle={leg && `${leg.fromName} → ${leg.warehouseName}`}
      query={query}
      actions={leg && <Actions leg={leg} onEdit={() => onEdit(leg)} />}
      tabs={
        leg
          ? [
              { key: 'goods', label: t('tab.goods'), children: <Goods leg={leg} /> },
              {
                key: 'costs',
                label: t('tab.costs'),
                children: <TransitCosts of={leg} call={costLeg} left={legMay('cost', leg)} refresh={LEG_CHANGED} />,
              },
              {
                key: 'files',
                label: t('tab.files'),
                children: <DocumentFiles docKind="transit_leg" docId={leg.id} refresh={[]} />,
              },
              {
                key: 'history',
                label: t('tab.history'),
                children: <HistoryTab call={legHistory} id={leg.id} states="legState" />,
              },
            ]
          : []
      }
    />
  );
}

const inboundOf = (leg: LegDetail) => `/warehouse/inbound?open=${leg.inboundId}`;

function Actions({ leg, onEdit }: { leg: LegDetail; onEdit: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
  const move = useAct(moveLeg, { refresh: LEG_CHANGED, success: t('saved') });
  const [dated, setDated] = useState<'shipped' | 'arrived'>();
  const [travelling, setTravelling] = useState(false);
  const on = (state: 'shipped' | 'arrived') => (
    <Button type="primary" onClick={() => setDated(state)}>
      {t(`legAct.${state}`)}
    </Button>
  );
  return (
    <>
      {legMay('submit', leg) && may(rights.transitLeg.submit) && (
        <Button type="primary" loading={move.isPending} onClick={() => move.mutate({ id: leg.id, to: 'submitted' })}>
          {t('legAct.submitted')}
        </Button>
      )}
      {legMay('ship', leg) && may(rights.transitLeg.ship) && on('shipped')}
      {legMay('arrive', leg) && may(rights.transitLeg.receive) && on('arrived')}
      {legMay('receive', leg) && may(rights.transitLeg.receive) && (
        <Button
          type={leg.state === 'arrived' ? 'primary' : 'default'}
          icon={<InboxOutlined />}
          href={`#${inboundOf(leg)}`}
        >
          {t('legAct.receive')}
        </Button>
      )}
      {legMay('edit', leg) && may(rights.transitLeg.edit) && <Button onClick={onEdit}>{t('edit')}</Button>}
      {legMay('cancel', leg) && may(rights.transitLeg.submit) && (
        <ConfirmDanger
          title={t('cancelTitle', { number: leg.number })}
          consequence={t('cancelLegText')}
          verb={t('cancelVerb')}
          onConfirm={() => move.mutateAsync({ id: leg.id, to: 'cancelled' })}
        >
          {t('cancel')}
        </ConfirmDanger>
      )}
      {legMay('travel', leg) && may(rights.transitLeg.edit) && (
        <Button onClick={() => setTravelling(true)}>{t('travel')}</Button>
      )}
      {travelling && <TravelForm leg={leg} onClose={() => setTravelling(false)} />}
      {dated && <MoveForm leg={leg} to={dated} onClose={() => setDated(undefined)} />}
    </>
  );
}

/** Asks for the day of departure or arrival, which users often enter later. */
function MoveForm({ leg, to, onClose }: { leg: LegDetail; to: 'shipped' | 'arrived'; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const day = useCompanyClock().today();
  const initial = useMemo(() => ({ id: leg.id, to, on: day, idempotencyKey: crypto.randomUUID() }), [leg.id, to, day]);
  return (
    <FormDrawer
      open
      size={420}
      title={`${t(`legAct.${to}`)} ${leg.number}`}
      call={moveLeg}
      initial={initial}
      verb={t(`legAct.${to}`)}
      success={t('saved')}
      refresh={LEG_CHANGED}
      onClose={onClose}
      fields={[{ kind: 'date', name: 'on', label: t(to === 'shipped' ? 'departOn' : 'arrivedOn'), required: true }]}
    />
  );
}

function Goods({ leg }: { leg: LegDetail }): ReactNode {
  const { t } = useTranslation('transit');
  const narrow = useNarrow();
  const base = useSession()?.user.baseCurrency ?? '';
  const columns = useMemo<Column<LegDetail['lines'][number]>[]>(
    () => [
      {
        key: 'product',
        title: t('product'),
        width: 280,
        card: 'title',
        render: (row) => `${row.sku} · ${productName(row)}`,
      },
      col.text('quantity', t('quantity'), { width: 90, align: 'right' }),
      col.text('received', t('received'), { width: 90, align: 'right' }),
      {
        key: 'goodsCost',
        title: t('goodsCost'),
        width: 120,
        align: 'right',
        render: (row) => (row.goodsCost ? formatMoney(row.goodsCost, base) : <None />),
      },
      {
        key: 'landedCost',
        title: t('landedCost'),
        width: 120,
        align: 'right',
        render: (row) => (row.landedCost ? formatMoney(row.landedCost, base) : <None />),
      },
    ],
    [t, base],
  );
  return (
    <>
      {leg.state !== 'cancelled' && !narrow && (
        <Steps
          size="small"
          current={leg.state === 'received' ? WAY.length : WAY.indexOf(leg.state)}
          style={{ marginBottom: 16 }}
          items={WAY.map((state) => ({ title: t(`legState.${state}`) }))}
        />
      )}
      <Facts
        items={[
          [t('mode'), t(`modes.${leg.mode}`)],
          [t('forwarder'), leg.forwarder],
          [t('container'), leg.container],
          [t('tracking'), leg.trackingNumber],
          [t('departOn'), leg.departOn],
          [t('etaOn'), <Eta key="eta" leg={leg} />],
          [t('arrivedOn'), leg.arrivedOn],
          [t('cartons'), leg.cartons || null],
          [
            t('inbound'),
            leg.inboundNo && (
              <Link key="i" to={inboundOf(leg)}>
                {leg.inboundNo}
              </Link>
            ),
          ],
          [t('allocation'), leg.allocation && <AllocationLink key="l" {...leg.allocation} />],
          [t('remark'), leg.remark],
        ]}
      />
      <LineTable label={t('goods')} columns={columns} rows={leg.lines} />
    </>
  );
}

/** The ETA and the delay. */
export function Eta({ leg }: { leg: Pick<LegDetail, 'etaOn' | 'lateDays'> }): ReactNode {
  const { t } = useTranslation('transit');
  if (!leg.etaOn) return <None />;
  return (
    <>
      {leg.etaOn} {leg.lateDays > 0 && <StatusTag tone="bad">{t('late', { count: leg.lateDays })}</StatusTag>}
    </>
  );
}
