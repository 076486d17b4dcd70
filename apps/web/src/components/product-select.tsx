import { productOptions } from '@tradewind/contract/catalog.ts';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';
import { productName } from './product-name.ts';

export interface ChosenProduct {
  id: number;
  sku: string;
  nameZh: string;
  nameEn: string;
}

/** A product by the beginning of its code or name, out of any number of them. */
export function ProductSelect({
  value,
  onChange,
  status,
  label,
}: {
  value?: ChosenProduct | undefined;
  onChange?: (product: ChosenProduct | undefined) => void;
  status?: 'warning';
  label?: string;
}): ReactNode {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const found = useCall(productOptions, { search }, { enabled: open, keepPrevious: true });
  const products = new Map([...(value ? [value] : []), ...(found.data?.list ?? [])].map((one) => [one.id, one]));
  return (
    <Select
      allowClear
      style={{ width: '100%' }}
      aria-label={label ?? t('product.label')}
      placeholder={t('product.choose')}
      notFoundContent={found.isPending ? null : t('product.none')}
      value={value?.id ?? null}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onOpenChange={setOpen}
      onChange={(id: number | null) => onChange?.(id === null || id === undefined ? undefined : products.get(id))}
      options={[...products.values()].map((one) => ({ value: one.id, label: `${one.sku} · ${productName(one)}` }))}
      {...(status ? { status } : {})}
    />
  );
}
