import { productOptions } from '@tradewind/contract/catalog.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from './product-name.ts';
import { RemoteSelect } from './remote-select.tsx';

export interface ChosenProduct {
  id: number;
  sku: string;
  nameZh: string;
  nameEn: string;
}

/** Finds a product by the beginning of its code or name. */
export function ProductSelect({
  value,
  onChange,
  status,
  label,
  bundles = false,
}: {
  value?: ChosenProduct | undefined;
  onChange?: (product: ChosenProduct | undefined) => void;
  status?: 'warning';
  label?: string;
  /** Also bundles, which have no stock of their own: where goods are sold. */
  bundles?: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <RemoteSelect
      allowClear
      aria-label={label ?? t('product.label')}
      placeholder={t('product.choose')}
      notFoundContent={t('product.none')}
      call={productOptions}
      input={(search) => ({ search, bundles })}
      options={({ list }) => list.map(nameOf)}
      known={value ? [nameOf(value)] : []}
      value={value?.id}
      onChange={(id, found) => onChange?.(id === value?.id ? value : found?.list.find((one) => one.id === id))}
      {...(status ? { status } : {})}
    />
  );
}

const nameOf = (one: ChosenProduct) => ({ value: one.id, label: `${one.sku} · ${productName(one)}` });
