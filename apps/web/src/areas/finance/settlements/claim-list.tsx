import {
  exportPlatformClaims,
  listPlatformClaims,
  PLATFORM_CLAIM_REASONS,
  PLATFORM_CLAIM_STATES,
  type PlatformClaimRow,
  platformClaimTabs,
  savePlatformClaim,
} from '@tradewind/contract/finance/platform-claims.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, optionsOf, tabsOf } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { ClaimDrawer } from './claim-drawer.tsx';
import { ClaimForm } from './claim-form.tsx';
import { ClaimTag } from './claim-tag.tsx';

/** What platforms are to give back, and what they gave. */
export function ClaimList(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const shops = useShopOptions();
  const tabs = useCall(platformClaimTabs, {});
  return (
    <ListPage
      id="finance.platformClaims"
      call={listPlatformClaims}
      columns={useColumns()}
      tabs={tabsOf('state', PLATFORM_CLAIM_STATES, (state) => t(`platformClaims.state.${state}`), {
        all: t('platformClaims.all'),
        counts: tabs.data?.counts,
        uncounted: ['settled', 'refused'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('platformClaims.search') },
        { kind: 'multi', name: 'shopIds', label: t('platformClaims.shop'), options: shops },
        {
          kind: 'select',
          name: 'reason',
          label: t('platformClaims.reason'),
          options: optionsOf(PLATFORM_CLAIM_REASONS, (reason) => t(`platformClaims.reasons.${reason}`)),
        },
      ]}
      exports={may(exportPlatformClaims) && { call: exportPlatformClaims }}
      primary={
        may(savePlatformClaim) && {
          label: t('platformClaims.add'),
          form: (close) => <ClaimForm onClose={close} />,
        }
      }
      empty={{ title: t('platformClaims.none'), hint: t('platformClaims.noneHint') }}
      detail={(id, tools) => <ClaimDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<PlatformClaimRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<PlatformClaimRow>[]>(
    () => [
      col.heading('number', t('platformClaims.number'), { width: 170 }),
      col.status('state', t('platformClaims.stateTitle'), (row) => <ClaimTag state={row.state} />, { width: 110 }),
      col.text('shopName', t('platformClaims.shop'), { width: 150 }),
      col.text('reason', t('platformClaims.reason'), {
        of: (row: PlatformClaimRow) => t(`platformClaims.reasons.${row.reason}`),
        width: 190,
      }),
      col.money('amount', t('platformClaims.amount'), { currency: 'currency' }),
      col.money('received', t('platformClaims.received'), { currency: 'currency' }),
      col.code('claimedOn', t('platformClaims.claimedOn'), { width: 115 }),
      col.code('caseNo', t('platformClaims.caseNo'), { width: 150 }),
      col.code('platformOrderNo', t('platformClaims.order'), { width: 160, card: 'hide' }),
      col.code('sellerSku', t('platformClaims.sku'), { width: 130, card: 'hide' }),
      col.qty('units', t('platformClaims.units'), { width: 80, card: 'hide' }),
    ],
    [t],
  );
}
