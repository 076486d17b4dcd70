import type { OutboundRow } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The first lines of an outbound order and the number of further ones. */
export function GoodsSummary({ row }: { row: OutboundRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const shown = row.summary.map((line) => (line.quantity > 1 ? `${line.sku} ×${line.quantity}` : line.sku)).join(', ');
  const rest = row.lineCount - row.summary.length;
  return (
    <span className="tw-cut" title={shown}>
      <span>{shown}</span>
      {rest > 0 && <span className="tw-muted">{t('outbound.moreLines', { count: rest })}</span>}
    </span>
  );
}
