import {
  getPlatformClaim,
  listPlatformClaims,
  PLATFORM_CLAIM_REASONS,
  type PlatformClaimRow,
  platformClaimTabs,
  savePlatformClaim,
} from '@tradewind/contract/finance/platform-claims.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { useUser } from '../../../shell/session.ts';

/** Calls whose answers show claims. */
export const OF_CLAIM = [listPlatformClaims, platformClaimTabs, getPlatformClaim];

/** A new claim, or changes of an open one. */
export function ClaimForm({ claim, onClose }: { claim?: PlatformClaimRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  const today = useCompanyClock().today();
  const shops = useShopOptions();
  const initial = useMemo<StartOf<typeof savePlatformClaim>>(() => {
    const idempotencyKey = crypto.randomUUID();
    if (!claim) return { currency: baseCurrency, claimedOn: today, idempotencyKey };
    const { id, shopId, reason, amount, currency, claimedOn, caseNo, platformOrderNo, sellerSku, units, note } = claim;
    return {
      ...{ id, shopId, reason, amount, currency, claimedOn, caseNo, platformOrderNo, sellerSku, note, idempotencyKey },
      ...(units === null ? {} : { units }),
    };
  }, [claim, baseCurrency, today]);
  return (
    <FormDrawer
      open
      title={claim ? t('platformClaims.editTitle', { number: claim.number }) : t('platformClaims.add')}
      call={savePlatformClaim}
      initial={initial}
      verb={t('platformClaims.save')}
      success={t('platformClaims.saved')}
      refresh={OF_CLAIM}
      onClose={onClose}
      fields={[
        { kind: 'select', name: 'shopId', label: t('platformClaims.shop'), options: shops, half: true },
        {
          kind: 'select',
          name: 'reason',
          label: t('platformClaims.reason'),
          options: optionsOf(PLATFORM_CLAIM_REASONS, (reason) => t(`platformClaims.reasons.${reason}`)),
          half: true,
        },
        { kind: 'decimal', name: 'amount', label: t('platformClaims.amount'), half: true },
        {
          kind: 'select',
          name: 'currency',
          label: t('platformClaims.currency'),
          options: currencyOptions(),
          half: true,
        },
        { kind: 'date', name: 'claimedOn', label: t('platformClaims.claimedOn'), half: true },
        { kind: 'text', name: 'caseNo', label: t('platformClaims.caseNo'), half: true },
        { kind: 'text', name: 'platformOrderNo', label: t('platformClaims.order'), half: true },
        { kind: 'text', name: 'sellerSku', label: t('platformClaims.sku'), half: true },
        { kind: 'number', name: 'units', label: t('platformClaims.units'), half: true },
        { kind: 'textarea', name: 'note', label: t('platformClaims.note') },
      ]}
    />
  );
}
