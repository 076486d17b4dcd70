import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  deletePlatformClaim,
  getPlatformClaim,
  matchPlatformClaim,
  type PlatformClaimLine,
  platformClaimCandidates,
  platformClaimMay,
  refusePlatformClaim,
  reopenPlatformClaim,
  savePlatformClaim,
} from '@tradewind/contract/finance/platform-claims.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatMoney } from '../../../components/format.ts';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { ClaimForm, OF_CLAIM } from './claim-form.tsx';
import { ClaimTag } from './claim-tag.tsx';

type Claim = ResultOf<typeof getPlatformClaim>;

export function ClaimDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('finance');
  const query = useCall(getPlatformClaim, { id });
  const claim = query.data;
  return (
    <DetailDrawer
      {...tools}
      size={860}
      kind="claim"
      title={claim?.number ?? ''}
      status={claim && <ClaimTag state={claim.state} />}
      subtitle={claim && [claim.shopName, t(`platformClaims.reasons.${claim.reason}`)].join(' · ')}
      query={query}
      actions={claim && <Actions claim={claim} close={tools.close} />}
      tabs={
        claim && [
          { key: 'lines', label: t('platformClaims.lines'), children: <Lines lines={claim.lines} /> },
          { key: 'history', label: t('platformClaims.history'), children: <History claim={claim} /> },
        ]
      }
    >
      {claim && (
        <Facts
          columns={3}
          items={[
            [t('platformClaims.amount'), <Money key="amount" amount={claim.amount} currency={claim.currency} />],
            [t('platformClaims.received'), <Money key="received" amount={claim.received} currency={claim.currency} />],
            [t('platformClaims.claimedOn'), claim.claimedOn],
            [t('platformClaims.caseNo'), claim.caseNo],
            [t('platformClaims.order'), claim.platformOrderNo],
            [t('platformClaims.sku'), claim.sellerSku],
            [t('platformClaims.units'), claim.units],
            [t('platformClaims.createdBy'), claim.createdBy],
            [t('platformClaims.closedAt'), <DateTime key="closed" at={claim.closedAt} />],
            [t('platformClaims.note'), claim.note],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Lines({ lines }: { lines: readonly PlatformClaimLine[] }): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<PlatformClaimLine>[]>(
    () => [
      col.time('postedAt', t('platformClaims.postedAt'), { width: 150 }),
      col.text('type', t('platformClaims.type'), { width: 220, card: 'title' }),
      col.money('amount', t('platformClaims.amount'), { currency: 'currency', card: 'state' }),
      col.code('settlementNumber', t('platformClaims.settlement'), { width: 150 }),
      col.code('platformOrderNo', t('platformClaims.order'), { width: 160 }),
      col.code('sellerSku', t('platformClaims.sku'), { width: 130 }),
    ],
    [t],
  );
  return (
    <LineTable
      label={t('platformClaims.lines')}
      columns={columns}
      rows={lines}
      empty={<EmptyState title={t('platformClaims.noLines')} />}
    />
  );
}

function Actions({ claim, close }: { claim: Claim; close: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [form, setForm] = useState<'edit' | 'match' | 'refuse'>();
  const reopen = useAct(reopenPlatformClaim, { refresh: OF_CLAIM, success: t('platformClaims.reopened') });
  const remove = useAct(deletePlatformClaim, {
    ...{ refresh: OF_CLAIM, success: t('platformClaims.deleted'), onDone: close },
  });
  const { id, number } = claim;
  const done = () => setForm(undefined);
  return (
    <>
      {may(matchPlatformClaim) && platformClaimMay('match', claim) && (
        <Button type="primary" onClick={() => setForm('match')}>
          {t('platformClaims.match')}
        </Button>
      )}
      {may(savePlatformClaim) && platformClaimMay('edit', claim) && (
        <Button onClick={() => setForm('edit')}>{t('platformClaims.edit')}</Button>
      )}
      {may(refusePlatformClaim) && platformClaimMay('refuse', claim) && (
        <Button onClick={() => setForm('refuse')}>{t('platformClaims.refuse')}</Button>
      )}
      {may(reopenPlatformClaim) && platformClaimMay('reopen', claim) && (
        <ConfirmDanger
          danger={false}
          title={t('platformClaims.reopenTitle', { number })}
          consequence={t('platformClaims.reopenText')}
          verb={t('platformClaims.reopen')}
          onConfirm={() => reopen.mutateAsync({ id })}
        />
      )}
      {may(deletePlatformClaim) && platformClaimMay('delete', claim) && (
        <ConfirmDanger
          title={t('platformClaims.deleteTitle', { number })}
          consequence={t('platformClaims.deleteText')}
          verb={t('platformClaims.delete')}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
      {form === 'edit' && <ClaimForm claim={claim} onClose={done} />}
      {form === 'match' && <MatchForm claim={claim} onClose={done} />}
      {form === 'refuse' && (
        <FormDrawer
          open
          title={t('platformClaims.refuse')}
          call={refusePlatformClaim}
          initial={{ id }}
          verb={t('platformClaims.refuse')}
          success={t('platformClaims.refused')}
          refresh={OF_CLAIM}
          onClose={done}
          fields={[{ kind: 'textarea', name: 'note', label: t('platformClaims.refuseReason') }]}
        />
      )}
    </>
  );
}

function MatchForm({ claim, onClose }: { claim: Claim; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const found = useCall(platformClaimCandidates, { id: claim.id });
  const labelOf = ({ postedAt, type, amount, currency, platformOrderNo, sellerSku }: PlatformClaimLine) =>
    [postedAt.slice(0, 10), `${formatMoney(amount, currency)} ${currency}`, type, platformOrderNo ?? sellerSku]
      .filter(Boolean)
      .join(' · ');
  return (
    <FormDrawer
      open
      title={t('platformClaims.matchTitle', { number: claim.number })}
      call={matchPlatformClaim}
      initial={{ id: claim.id, lineIds: [] }}
      verb={t('platformClaims.match')}
      success={t('platformClaims.matched')}
      refresh={OF_CLAIM}
      onClose={onClose}
      fields={[
        {
          kind: 'multi',
          name: 'lineIds',
          label: t('platformClaims.lines'),
          help: t('platformClaims.matchHelp'),
          required: true,
          loading: found.isPending,
          options: (found.data?.lines ?? []).map((line) => ({ value: line.id, label: labelOf(line) })),
        },
      ]}
    />
  );
}

function History({ claim }: { claim: Claim }): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <HistoryTimeline
      entries={claim.history.map((row) => ({
        ...{ key: row.id, at: row.at, who: row.actor },
        what: t(`platformClaims.event.${row.event}`),
        ...(typeof row.detail?.note === 'string' ? { why: row.detail.note } : {}),
        tone: row.event === 'settled' ? 'good' : 'info',
      }))}
    />
  );
}
