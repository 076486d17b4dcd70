import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { None } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import { i18n } from '../../i18n.ts';
import './stock.css';

interface Named {
  sku: string;
  nameZh: string;
  nameEn: string;
}

export function productName(row: Named): string {
  return i18n.language.startsWith('zh') ? row.nameZh : row.nameEn || row.nameZh;
}

export function ProductCell({ row }: { row: Named }): ReactNode {
  return (
    <div className="tw-product" title={productName(row)}>
      <span>{row.sku}</span>
      <span>{productName(row)}</span>
    </div>
  );
}

/** +5 or -3; nothing shows as a dash. */
export function Signed({ value }: { value: number }): ReactNode {
  if (value === 0) return <None />;
  return (
    <span className="tw-figure tw-signed" data-tone={value > 0 ? 'good' : 'bad'}>
      {value > 0 ? '+' : '−'}
      {formatNumber(Math.abs(value))}
    </span>
  );
}

/** Who did it; the program's own jobs by name on hover. */
export function Actor({ row }: { row: { actor: string; program: boolean } }): ReactNode {
  const { t } = useTranslation('stock');
  return <span title={row.actor}>{row.program ? t('explain.program') : row.actor}</span>;
}
