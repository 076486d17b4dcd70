import { supplierOptions } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from '../../../components/product-name.ts';
import { RemoteSelect } from '../../../components/remote-select.tsx';

export interface ChosenSupplier {
  id: number;
  code: string;
  nameZh: string;
  nameEn: string;
  currency?: string;
}

/** Finds an active supplier by the beginning of its code or names. */
export function SupplierSelect({
  value,
  onChange,
  disabled = false,
}: {
  value?: ChosenSupplier | null | undefined;
  onChange?: (supplier: ChosenSupplier | undefined) => void;
  disabled?: boolean;
}): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <RemoteSelect
      allowClear
      disabled={disabled}
      aria-label={t('line.supplier')}
      placeholder={t('line.chooseSupplier')}
      call={supplierOptions}
      input={(search) => ({ search })}
      options={({ list }) => list.map(nameOf)}
      known={value ? [nameOf(value)] : []}
      value={value?.id}
      onChange={(id, found) =>
        onChange?.(id === value?.id ? (value ?? undefined) : found?.list.find((one) => one.id === id))
      }
    />
  );
}

const nameOf = (one: ChosenSupplier) => ({ value: one.id, label: `${one.code} · ${productName(one)}` });

/** The supplier of a row that names one. */
export const supplierOf = (row: {
  supplierId: number | null;
  supplierCode: string | null;
  supplierNameZh: string | null;
  supplierNameEn: string | null;
}): ChosenSupplier | undefined =>
  row.supplierId === null
    ? undefined
    : {
        id: row.supplierId,
        code: row.supplierCode ?? '',
        nameZh: row.supplierNameZh ?? '',
        nameEn: row.supplierNameEn ?? '',
      };
