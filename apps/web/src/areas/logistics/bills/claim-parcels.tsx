import { FileProtectOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  claimParcels,
  getCarrierClaim,
  listBillIssuers,
  trackingDetail,
  type trackingList,
} from '@tradewind/contract/logistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { useMay } from '../../../components/can.tsx';
import { type BulkAction, bulkRun } from '../../../components/list/bulk.ts';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { OF_BILL } from './calls.ts';

/** A claim may make the carrier account an issuer. */
const REFRESH = [trackingDetail, listBillIssuers, ...OF_BILL];
type Detail = ResultOf<typeof trackingDetail>;

/** Claims what ticked parcels cost. */
export function useClaimAct(): BulkAction<typeof trackingList> {
  const { t } = useTranslation('logistics');
  const may = useMay(rights.carrier)(claimParcels);
  const costs = useSeesCosts();
  return {
    key: 'claim',
    label: t('claims.make'),
    icon: <FileProtectOutlined />,
    may: may && costs,
    fits: (row) => row.silent || row.stage === 'lost',
    needs: t('claims.makeNeeds'),
    refresh: REFRESH,
    run: bulkRun(claimParcels),
  };
}

/** Claims what a parcel costs that is lost or silent for too long. */
export function ClaimButton({ detail: { parcel, claimable } }: { detail: Detail }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay(rights.carrier)(claimParcels);
  const make = useAct(claimParcels, {
    refresh: REFRESH,
    onDone: ({ done, failed }) =>
      failed[0] ? toast.error(failed[0].reason) : toast.success(t('claims.made', { count: done })),
  });
  if (!may || claimable === null) return null;
  return (
    <ActionButton
      icon={<FileProtectOutlined />}
      loading={make.isPending}
      reason={claimable.missing ? t(`claims.missing.${claimable.missing}`) : undefined}
      onClick={() => make.mutate({ ids: [parcel.id] })}
    >
      {t('claims.make')}
    </ActionButton>
  );
}

/** The claims of a parcel, for whoever may open them. */
export function ClaimLinks({ claims }: Pick<Detail, 'claims'>): ReactNode {
  const may = useMay(rights.carrier)(getCarrierClaim);
  return claims.map(({ id, number }) =>
    may ? (
      <div key={id}>
        <Link className="tw-figure" to={`/system/carrier?view=claims&open=${id}`}>
          {number}
        </Link>
      </div>
    ) : (
      <div key={id} className="tw-figure">
        {number}
      </div>
    ),
  );
}
