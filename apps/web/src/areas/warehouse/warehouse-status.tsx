import type { WarehouseRow } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../components/status-tag.tsx';

export function WarehouseStatus({ row }: { row: WarehouseRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  if (row.counting) return <StatusTag tone="warn">{t('house.counting')}</StatusTag>;
  return (
    <StatusTag tone={row.enabled ? 'good' : 'muted'}>{t(row.enabled ? 'house.enabled' : 'house.disabled')}</StatusTag>
  );
}

export function addressLine(row: WarehouseRow): string {
  const { line1, line2, city, state, postalCode, country } = row.address;
  return [line1, line2, city, [state, postalCode].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
}

export function WarehouseName({ row }: { row: WarehouseRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <span className="tw-house-name">
      {row.name}
      {row.isDefault && <small>{t('house.default')}</small>}
    </span>
  );
}
