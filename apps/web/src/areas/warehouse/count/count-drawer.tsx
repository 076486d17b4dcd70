import { BarcodeOutlined, PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  cancelCount,
  countMay,
  countTabs,
  getCount,
  listCounts,
  listCountTasks,
  printCount,
  recountCall,
  selectWarehouse,
  startCount,
  submitCount,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { useUser } from '../../../shell/session.ts';
import { CountLines, PlaceTable } from './count-tables.tsx';
import { CountStateTag } from './state.tsx';

type Detail = ResultOf<typeof getCount>;
const CHANGED = [listCounts, countTabs, getCount, listCountTasks, selectWarehouse] as const;

export function CountDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(getCount, { id });
  const count = query.data;
  return (
    <DetailDrawer
      {...tools}
      size={920}
      title={count?.number ?? ''}
      status={count && <CountStateTag state={count.state} />}
      subtitle={
        count &&
        `${count.warehouseName} · ${t(`count.kind.${count.kind}`)} · ${t(count.blind ? 'count.blindTag' : 'count.openTag')}`
      }
      query={query}
      actions={count && <Actions count={count} />}
      {...(count ? { tabs: tabsOf(count, t) } : {})}
    >
      {count && <Head count={count} />}
    </DetailDrawer>
  );
}

type T = (key: string, values?: Record<string, string | number>) => string;

function tabsOf(count: Detail, t: T) {
  const differing = count.lines.filter((line) => line.last && line.difference !== null && line.difference !== 0);
  const hidden = count.differences === null;
  return [
    {
      key: 'differences',
      label: `${t('count.tab.differences')} ${count.differences ?? ''}`.trim(),
      children: (
        <CountLines
          label={t('count.tab.differences')}
          rows={differing}
          empty={t(hidden ? 'count.hidden' : 'count.noDifferences')}
        />
      ),
    },
    {
      key: 'lines',
      label: t('count.tab.lines'),
      children: <CountLines label={t('count.tab.lines')} rows={count.lines} empty={t('count.noLines')} rounds />,
    },
    { key: 'places', label: t('count.tab.places'), children: <PlaceTable rows={count.places} /> },
    { key: 'history', label: t('count.tab.history'), children: <CountHistory rows={count.history} /> },
  ];
}

function Head({ count }: { count: Detail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const value = count.valueSoFar ?? count.value;
  return (
    <Facts
      columns={3}
      items={[
        [t('count.progress'), `${count.counted} / ${count.locations}`],
        [t('count.again'), count.again || null],
        [t('count.differences'), count.differences],
        [
          t(count.valueSoFar ? 'count.valueSoFar' : 'count.value'),
          value && <Money key="v" amount={value} currency={baseCurrency} signed />,
        ],
        [t('count.refused'), count.refused || null],
        [t('count.products'), count.products.map((product) => product.sku).join(', ')],
        [t('count.createdBy'), count.createdBy],
        [t('count.createdAt'), <DateTime key="c" at={count.createdAt} />],
        [t('count.remark'), count.remark],
      ]}
    />
  );
}

function Actions({ count }: { count: Detail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const mayCount = useMay(rights.scanStation)(rights.scanStation.count);
  const refresh = useRefresh();
  const navigate = useNavigate();
  const key = useRef(crypto.randomUUID());
  const { id, number, state, kind } = count;
  const act = async (work: () => Promise<string>) => {
    toast.success(await work());
    key.current = crypto.randomUUID();
    refresh(...CHANGED);
  };
  const start = () =>
    act(async () => {
      await callApi(startCount, { id, idempotencyKey: key.current });
      return t('count.started');
    });
  const recount = () =>
    act(async () => {
      const { locations } = await callApi(recountCall, { id, idempotencyKey: key.current });
      return t('count.recounted', { count: locations });
    });
  const submit = () =>
    act(async () => {
      const answered = await callApi(submitCount, { id, anyway: left > 0, idempotencyKey: key.current });
      const refused = answered.refused > 0 ? ` · ${t('count.someRefused', { refused: answered.refused })}` : '';
      return `${t(`count.submitted.${answered.state}`, { booked: answered.booked })}${refused}`;
    });
  const cancel = () =>
    act(async () => {
      await callApi(cancelCount, { id, idempotencyKey: key.current });
      return t('count.cancelled');
    });
  const left = count.locations - count.counted + count.again;
  const going = state === 'counting' || (state === 'open' && kind !== 'full');
  const leftText = left > 0 ? ` ${t('count.submitLeft', { count: left })}` : '';
  return (
    <>
      {going && mayCount && left > 0 && (
        <Button
          type="primary"
          icon={<BarcodeOutlined />}
          onClick={() => void navigate(`/warehouse/scan?job=count&count=${id}`)}
        >
          {t('count.scan')}
        </Button>
      )}
      {countMay('start', count) && kind === 'full' && may(startCount) && (
        <ConfirmDanger
          type="primary"
          danger={false}
          title={t('count.startTitle', { number })}
          consequence={t('count.startText', { warehouse: count.warehouseName })}
          verb={t('count.start')}
          onConfirm={start}
        />
      )}
      {countMay('recount', count) && may(rights.count.start) && (count.differences ?? 1) > 0 && (
        <Button onClick={() => void recount().catch(toast.error)}>{t('count.recount')}</Button>
      )}
      {countMay('submit', count) && may(submitCount) && (
        <ConfirmDanger
          danger={false}
          {...(left === 0 ? { type: 'primary' as const } : {})}
          title={t('count.submitTitle', { number })}
          consequence={`${t('count.submitText', { count: count.differences ?? 0 })}${leftText}`}
          verb={t('count.submit')}
          onConfirm={submit}
        />
      )}
      <Button icon={<PrinterOutlined />} onClick={() => void showPdf(printCount, { id }).catch(toast.error)}>
        {t('count.print')}
      </Button>
      {countMay('cancel', count) && may(cancelCount) && (
        <ConfirmDanger
          title={t('count.cancelTitle', { number })}
          consequence={t('count.cancelText')}
          verb={t('count.cancel')}
          onConfirm={cancel}
        />
      )}
    </>
  );
}

function CountHistory({ rows }: { rows: Detail['history'] }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <HistoryTimeline
      entries={rows.map((row) => {
        const remark = row.detail?.remark;
        return {
          key: row.id,
          at: row.at,
          who: row.actor,
          what: t(`countEvent.${row.event}`),
          ...(typeof remark === 'string' && remark ? { why: remark } : {}),
          ...(row.event === 'booked' ? { tone: 'good' as const } : {}),
        };
      })}
    />
  );
}
