import {
  answerCarrierClaim,
  type CarrierClaimDetail,
  claimMay,
  deleteCarrierClaim,
  getCarrierClaim,
  openCarrierClaim,
  TRACKING_STAGES,
} from '@tradewind/contract/logistics.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatNumber } from '../../../components/format.ts';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { ScanTimeline } from '../stage.tsx';
import { OF_BILL } from './calls.ts';
import { ClaimStateTag } from './tags.tsx';

export function ClaimDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('logistics');
  const query = useCall(getCarrierClaim, { id });
  const claim = query.data;
  const stageOf = (stage: string) => TRACKING_STAGES.find((one) => one === stage) ?? 'unknown';
  return (
    <DetailDrawer
      {...tools}
      size={760}
      kind="claim"
      title={claim?.number ?? ''}
      status={claim && <ClaimStateTag state={claim.state} />}
      subtitle={claim && [claim.issuerName, t(`claims.reasons.${claim.reason}`), claim.trackingNumber].join(' · ')}
      query={query}
      actions={claim && <Actions claim={claim} close={tools.close} />}
      tabs={
        claim && [
          { key: 'evidence', label: t('claims.evidence'), children: <Evidence claim={claim} /> },
          {
            key: 'events',
            label: t('timeline'),
            children: (
              <ScanTimeline
                events={claim.evidence.events.map((event) => ({ ...event, stage: stageOf(event.stage) }))}
              />
            ),
          },
          { key: 'history', label: t('bills.history'), children: <History claim={claim} /> },
        ]
      }
    >
      {claim && <Head claim={claim} />}
    </DetailDrawer>
  );
}

function Head({ claim }: { claim: CarrierClaimDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const { currency } = claim;
  return (
    <Facts
      columns={3}
      items={[
        [t('claims.asked'), <Money key="asked" amount={claim.asked} currency={currency} />],
        [t('claims.accepted'), <Money key="accepted" amount={claim.accepted} currency={currency} />],
        [t('claims.paid'), <Money key="paid" amount={claim.paid === '0.00' ? null : claim.paid} currency={currency} />],
        [t('claims.deadline'), claim.deadline],
        [t('claims.reference'), claim.reference],
        [t('bills.number'), claim.billNumber ?? <span className="tw-muted">{t('claims.notBilled')}</span>],
        [t('order'), claim.orderNo],
        [t('claims.remark'), claim.remark],
        [t('claims.credits'), claim.credits.map((one) => `${one.billNumber} #${one.line}`).join(', ')],
      ]}
    />
  );
}

function Actions({ claim, close }: { claim: CarrierClaimDetail; close: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const [form, setForm] = useState<'open' | 'answer' | 'giveUp'>();
  const remove = useAct(deleteCarrierClaim, { refresh: OF_BILL, success: t('claims.deleted'), onDone: close });
  const { id, version, number, reference } = claim;
  const shared = { open: true, refresh: OF_BILL, onClose: () => setForm(undefined) };
  return (
    <>
      {may(openCarrierClaim) && claimMay('open', claim) && (
        <Button type="primary" onClick={() => setForm('open')}>
          {t('claims.open')}
        </Button>
      )}
      {may(answerCarrierClaim) && claimMay('accept', claim) && (
        <Button type="primary" onClick={() => setForm('answer')}>
          {t('claims.answer')}
        </Button>
      )}
      {may(answerCarrierClaim) && claimMay('refuse', claim) && !claimMay('accept', claim) && (
        <Button onClick={() => setForm('giveUp')}>{t('claims.giveUp')}</Button>
      )}
      {may(deleteCarrierClaim) && claimMay('delete', claim) && (
        <ConfirmDanger
          title={t('claims.deleteTitle', { number })}
          consequence={t('claims.deleteText')}
          verb={t('claims.delete')}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
      {form === 'open' && (
        <FormDrawer
          {...shared}
          title={t('claims.open')}
          call={openCarrierClaim}
          initial={{ id, version, reference }}
          verb={t('claims.open')}
          success={t('claims.opened')}
          fields={[{ kind: 'text', name: 'reference', label: t('claims.reference'), help: t('claims.referenceHelp') }]}
        />
      )}
      {form === 'answer' && (
        <FormDrawer
          {...shared}
          title={t('claims.answer')}
          call={answerCarrierClaim}
          initial={{ id, version, accepted: claim.asked }}
          verb={t('bills.save')}
          success={t('claims.answered')}
          fields={[
            {
              kind: 'decimal',
              name: 'accepted',
              label: t('claims.accepted'),
              suffix: claim.currency,
              help: t('claims.acceptedHelp'),
            },
            { kind: 'textarea', name: 'remark', label: t('claims.remark'), required: false },
          ]}
        />
      )}
      {form === 'giveUp' && (
        <FormDrawer
          {...shared}
          title={t('claims.giveUp')}
          call={answerCarrierClaim}
          initial={{ id, version, accepted: '0' }}
          verb={t('claims.giveUp')}
          success={t('claims.gaveUp')}
          fields={[{ kind: 'textarea', name: 'remark', label: t('claims.remark'), help: t('claims.giveUpHelp') }]}
        />
      )}
    </>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const kilosOf = (value: unknown) => (typeof value === 'number' ? `${formatNumber(value / 1000)} kg` : '');
const sidesOf = (value: unknown) =>
  Array.isArray(value) ? `${value.map((mm) => Number(mm) / 10).join(' × ')} cm` : '';
const partsOf = (value: unknown) =>
  Array.isArray(value)
    ? value.map(({ code, amount }) => `${code} ${formatNumber(Number(amount), { min: 2, max: 2 })}`).join(' · ')
    : '';

const money = (amount: unknown, currency: unknown) => <Money amount={textOf(amount)} currency={textOf(currency)} />;

function Billed({ claim }: { claim: CarrierClaimDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const { billed } = claim.evidence;
  return (
    <Facts
      items={[
        [t('bills.billed'), money(billed.amount, billed.currency ?? claim.currency)],
        [t('bills.expected'), money(billed.expected, billed.currency ?? claim.currency)],
        [t('weight'), kilosOf(billed.weightGrams)],
        [t('size'), sidesOf(billed.sidesMm)],
        [t('bills.field.zone'), textOf(billed.zone)],
        [t('claims.expectedZone'), textOf(billed.expectedZone)],
        [t('claims.parts'), partsOf(billed.parts)],
        [t('claims.expectedParts'), partsOf(billed.expectedParts)],
      ]}
    />
  );
}

/** What was billed beside what we know. */
function Evidence({ claim }: { claim: CarrierClaimDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const { parcel, quotes } = claim.evidence;
  return (
    <>
      <h3 className="tw-part">{t('claims.billed')}</h3>
      {claim.billId === null ? <p className="tw-muted">{t('claims.notBilledHint')}</p> : <Billed claim={claim} />}
      {parcel && (
        <>
          <h3 className="tw-part">{t('claims.known')}</h3>
          <Facts
            items={[
              [t('order'), textOf(parcel.orderNo)],
              [t('claims.outbound'), textOf(parcel.outbound)],
              [t('claims.labelWeight'), kilosOf(parcel.labelGrams)],
              [t('claims.packedWeight'), kilosOf(parcel.packedGrams)],
              [t('claims.manifestWeight'), kilosOf(parcel.manifestGrams)],
              [t('size'), sidesOf(parcel.sidesMm)],
              [t('cost'), money(parcel.labelCost, parcel.labelCurrency)],
              [
                t('claims.quotes'),
                quotes.map((one) => [one.serviceName, one.amount].map(textOf).join(' ')).join(' · '),
              ],
              [t('boughtAt'), <DateTime key="bought" at={textOf(parcel.boughtAt) || null} />],
              [t('shippedAt'), <DateTime key="shipped" at={textOf(parcel.shippedAt) || null} />],
              [t('promisedOn'), textOf(parcel.promisedOn)],
              [t('lastScanAt'), <DateTime key="scan" at={textOf(parcel.lastScanAt) || null} />],
            ]}
          />
        </>
      )}
    </>
  );
}

function History({ claim }: { claim: CarrierClaimDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const whyOf = ({ detail }: CarrierClaimDetail['history'][number]) =>
    ['reference', 'amount', 'bill', 'remark']
      .map((name) => textOf(detail?.[name]))
      .filter(Boolean)
      .join(' · ');
  return (
    <HistoryTimeline
      entries={claim.history.map((row) => ({
        ...{ key: row.id, at: row.at, who: row.actor, why: whyOf(row) },
        what: t(`claims.event.${row.event}`),
        tone: row.event === 'refused' ? 'bad' : row.event === 'credited' ? 'good' : 'info',
      }))}
    />
  );
}
