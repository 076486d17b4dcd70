import { getReturn, RETURN_REASONS, type ReturnDetail, returnMay } from '@tradewind/contract/returns.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../components/document-files.tsx';
import { useDropName } from '../../components/drop-select.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import { HistoryTimeline, withState } from '../../components/history-timeline.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { i18n } from '../../i18n.ts';
import { platformName } from '../../platform-names.ts';
import { GoodsTab } from './goods-tab.tsx';
import { RefundsTab } from './refunds-tab.tsx';
import { ReturnActions } from './return-actions.tsx';
import { ReturnLabel } from './return-label.tsx';
import { ReturnStateTag } from './state.tsx';

/** Refetch interval: jobs update the platform meanwhile. */
const LOOK_AGAIN_MS = 15_000;

export function ReturnDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('returns');
  const found = useCall(getReturn, { id }, { everyMs: LOOK_AGAIN_MS });
  const one = found.data;
  return (
    <DetailDrawer
      {...tools}
      size={820}
      title={one?.number ?? ''}
      status={one && <ReturnStateTag state={one.state} />}
      subtitle={one && `${platformName(one.platform)} · ${one.shopName} · ${t(`kind.${one.kind}`)}`}
      query={found}
      actions={one && <ReturnActions one={one} />}
      tabs={
        one
          ? [
              { key: 'goods', label: t('tab.goods'), children: <GoodsTab one={one} /> },
              { key: 'refunds', label: t('tab.refunds'), children: <RefundsTab one={one} /> },
              {
                key: 'photos',
                label: t('photos'),
                children: <DocumentFiles docKind="sales_return" docId={one.id} refresh={[getReturn]} />,
              },
              { key: 'history', label: t('tab.history'), children: <History one={one} /> },
            ]
          : []
      }
    >
      {one && <Warnings one={one} />}
      {one && <ReturnLabel one={one} />}
      {one && <About one={one} />}
    </DetailDrawer>
  );
}

function Warnings({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const platform = platformName(one.platform);
  return (
    <>
      {one.overdue && (
        <Alert className="tw-order-alert" type="error" showIcon title={t('warn.overdue', { platform })} />
      )}
      {one.answerState === 'failed' && (
        <Alert
          className="tw-order-alert"
          type="error"
          showIcon
          title={t('warn.answerRefused', { platform })}
          description={one.answerError}
        />
      )}
      {returnMay('decide', one) && one.platformReturnNo && !one.answersThere && (
        <Alert className="tw-order-alert" type="warning" showIcon title={t('warn.answerByHand', { platform })} />
      )}
    </>
  );
}

function About({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const reasonName = useDropName(RETURN_REASONS);
  const orderLink = (number: string) => (
    <Link key={number} to={`/order/all?text=${encodeURIComponent(number)}`}>
      {number}
    </Link>
  );
  return (
    <Facts
      columns={3}
      items={[
        [t('order'), orderLink(one.orderNo)],
        [t('platformReturnNo'), one.platformReturnNo],
        [t('requestedAt'), <DateTime key="at" at={one.requestedAt} />],
        [t('reason'), [one.reason && reasonName(one.reason), one.reasonText].filter(Boolean).join(' · ')],
        [t('wantedLabel'), t(`wanted.${one.wanted}`)],
        [t('answerBy'), one.answerBy && <DateTime key="by" at={one.answerBy} />],
        [t('tracking'), [one.trackingNumber, one.carrier].filter(Boolean).join(' · ')],
        [t('paid'), <Money key="p" amount={one.paid} currency={one.currency} />],
        [t('refunded'), <Money key="r" amount={one.refunded} currency={one.currency} />],
        [t('replacement'), one.replacement && orderLink(one.replacement.number)],
        [t('answerNote'), one.answerNote],
        [t('remark'), one.remark],
      ]}
    />
  );
}

type Row = ReturnDetail['history'][number];
const lineReasons = (answered: unknown) =>
  Array.isArray(answered) ? (answered as { sku: string; reason: string }[]) : [];
const BAD = ['rejected', 'rejectedThere', 'cancelled', 'answerRefused', 'refundRefused'];
const GOOD = ['approved', 'approvedThere', 'refunded', 'refundedThere', 'closed'];

function History({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const reasonName = useDropName(RETURN_REASONS);
  const what = (row: Row) => {
    const words = i18n.exists(`returns:event.${row.event}`) ? t(`event.${row.event}`) : t('event.other');
    return withState(words, row, t(`state.${row.toState}`));
  };
  const why = (row: Row): string | undefined => {
    const {
      quantity,
      condition,
      decision,
      units,
      location,
      amount,
      currency,
      error,
      remark,
      trackingNumber,
      name,
      number,
      reason,
      lines,
    } = row.detail ?? {};
    const said = [
      quantity !== undefined && `${quantity} × ${t(`condition.${condition}`)} · ${t(`decision.${decision}`)}`,
      units !== undefined && t('event.units', { count: Number(units), place: location }),
      amount !== undefined && `${amount} ${currency}`,
      typeof reason === 'string' && reason !== '' && reasonName(reason),
      ...lineReasons(lines).map((line) => `${line.sku}: ${line.reason ? reasonName(line.reason) : t('edit.asReturn')}`),
      error,
      remark,
      trackingNumber,
      name,
      number,
    ];
    return said.filter((each) => typeof each === 'string' && each !== '').join(' · ') || undefined;
  };
  const entries = one.history.map((row) => ({
    key: row.id,
    at: row.at,
    who: row.actor,
    what: what(row),
    why: why(row),
    ...(BAD.includes(row.event) ? { tone: 'bad' as const } : GOOD.includes(row.event) ? { tone: 'good' as const } : {}),
  }));
  return <HistoryTimeline entries={entries} />;
}
