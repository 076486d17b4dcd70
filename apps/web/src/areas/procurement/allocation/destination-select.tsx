import type { AllocationShare, ShareKind } from '@tradewind/contract/procurement.ts';
import { fbaShops } from '@tradewind/contract/transit.ts';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';

/** "transfer/7", "fba/3/ATVPDKIKX0DER": the destination of a share as one value. */
export const destinationOf = (
  share: Pick<AllocationShare, 'kind' | 'toWarehouseId' | 'shopId' | 'marketplaceId'>,
): string => [share.kind, share.toWarehouseId ?? share.shopId, share.marketplaceId].filter((part) => part).join('/');

/** The fields of a call's share for such a value. */
export function destinationFields(value: string) {
  const [kind = 'stay', id, marketplaceId = null] = value.split('/');
  const target = id === undefined ? null : Number(id);
  return {
    kind: kind as ShareKind,
    toWarehouseId: kind === 'fba' ? null : target,
    shopId: kind === 'fba' ? target : null,
    marketplaceId,
  };
}

/** Where units go: they stay, to another warehouse by transfer or first leg, or to FBA. */
export function DestinationSelect(props: {
  warehouseId: number | undefined;
  value?: string;
  onChange?: (value: string) => void;
}): ReactNode {
  const { warehouseId, ...control } = props;
  const { t } = useTranslation('procurement');
  const may = useMay();
  const warehouses = useWarehouseOptions().filter((one) => Number(one.value) !== warehouseId);
  const shops = useCall(fbaShops, {}, { enabled: may(fbaShops), staleMs: 60_000 }).data ?? [];
  const by = (kind: 'transfer' | 'leg') => ({
    label: t(`allocation.kind.${kind}`),
    options: warehouses.map((one) => ({
      value: `${kind}/${one.value}`,
      label: `${t(`allocation.kind.${kind}`)} → ${String(one.label)}`,
    })),
  });
  const fba = shops.flatMap((shop) =>
    shop.marketplaces.map((place) => ({
      value: `fba/${shop.id}/${place.id}`,
      label: `FBA → ${shop.name}${shop.marketplaces.length > 1 ? ` · ${place.name}` : ''}`,
    })),
  );
  return (
    <Select
      {...control}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('allocation.destination')}
      aria-label={t('allocation.destination')}
      options={[
        { value: 'stay', label: t('allocation.kind.stay') },
        by('transfer'),
        by('leg'),
        ...(fba.length > 0 ? [{ label: 'FBA', options: fba }] : []),
      ]}
    />
  );
}
