import {
  type CarrierClaimRow,
  CLAIM_REASONS,
  CLAIM_STATES,
  carrierClaimTabs,
  exportCarrierClaims,
  listBillIssuers,
  listCarrierClaims,
} from '@tradewind/contract/logistics.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, optionsOf, tabsOf } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { ClaimDrawer } from './claim-drawer.tsx';
import { ClaimStateTag } from './tags.tsx';

const EVERY_MS = 60_000;

export function ClaimList(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const tabs = useCall(carrierClaimTabs, {}, { everyMs: EVERY_MS });
  const issuers = useCall(listBillIssuers, {});
  const counts = tabs.data?.counts;
  return (
    <ListPage
      id="logistics.claims"
      call={listCarrierClaims}
      columns={useColumns()}
      everyMs={EVERY_MS}
      tabs={tabsOf('state', CLAIM_STATES, (state) => t(`claims.state.${state}`), {
        ...{ all: t('claims.all'), counts, uncounted: ['paid'] },
        more: [{ value: 'due', label: t('claims.due'), count: counts?.due, urgent: true, input: { due: true } }],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('claims.search') },
        {
          kind: 'select',
          name: 'issuerId',
          label: t('bills.issuer'),
          options: (issuers.data?.list ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        },
        {
          kind: 'select',
          name: 'reason',
          label: t('claims.reason'),
          options: optionsOf(CLAIM_REASONS, (reason) => t(`claims.reasons.${reason}`)),
        },
        {
          kind: 'select',
          name: 'billed',
          label: t('claims.bill'),
          options: [
            { value: 'false', label: t('claims.notBilled') },
            { value: 'true', label: t('claims.isBilled') },
          ],
        },
      ]}
      exports={may(exportCarrierClaims) && { call: exportCarrierClaims }}
      empty={{ title: t('claims.none'), hint: t('claims.noneHint') }}
      detail={(id, tools) => <ClaimDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<CarrierClaimRow>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<CarrierClaimRow>[]>(
    () => [
      col.heading('number', t('claims.number'), { width: 170 }),
      col.status('state', t('stageTitle'), (row) => <ClaimStateTag state={row.state} />, { width: 110 }),
      col.text('issuerName', t('bills.issuer'), { width: 140 }),
      col.text('reason', t('claims.reason'), {
        width: 110,
        of: (row: CarrierClaimRow) => t(`claims.reasons.${row.reason}`),
      }),
      col.code('trackingNumber', t('trackingNumber'), { width: 180 }),
      col.code('orderNo', t('order'), { width: 170 }),
      col.money('asked', t('claims.asked'), { currency: 'currency' }),
      col.money('accepted', t('claims.accepted'), { currency: 'currency' }),
      col.money('paid', t('claims.paid'), {
        currency: 'currency',
        of: ({ paid }: CarrierClaimRow) => (paid === '0.00' ? null : paid),
      }),
      col.own('deadline', t('claims.deadline'), (row) => <Deadline row={row} />, { width: 130 }),
      col.own('billNumber', t('bills.number'), (row) => <BillNumber row={row} />, { width: 150, card: 'hide' }),
      col.code('reference', t('claims.reference'), { width: 150, card: 'hide' }),
    ],
    [t],
  );
}

function BillNumber({ row: { billNumber } }: { row: CarrierClaimRow }): ReactNode {
  const { t } = useTranslation('logistics');
  if (billNumber === null) return <span className="tw-muted">{t('claims.notBilled')}</span>;
  return <span className="tw-figure">{billNumber}</span>;
}

function Deadline({ row }: { row: CarrierClaimRow }): ReactNode {
  if (!row.due) return <span className="tw-figure">{row.deadline}</span>;
  return <StatusTag tone="bad">{row.deadline}</StatusTag>;
}
