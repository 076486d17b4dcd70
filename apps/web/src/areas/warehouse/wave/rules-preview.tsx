import { previewWaves } from '@tradewind/contract/warehouse.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { Quantity } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { Walk } from './walk.tsx';

/** The waves that the rules would create from the orders waiting now. */
export function RulesPreview({ warehouseId }: { warehouseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(previewWaves, { warehouseId });
  if (isLost(query)) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  const { rules, refused, waiting } = query.data;
  const some = rules.some((rule) => rule.waves > 0);
  return (
    <section className="tw-rules-preview" aria-label={t('rules.preview')}>
      <h3>{t('rules.preview')}</h3>
      {some ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('rules.name')}</th>
              {(['waves', 'orders', 'stops', 'walk'] as const).map((name) => (
                <th key={name} scope="col" className="tw-right">
                  {t(`rules.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <tr key={rule.ruleId}>
                <th scope="row">{rule.name}</th>
                <td className="tw-right">
                  <Quantity value={rule.waves} />
                </td>
                <td className="tw-right">
                  <Quantity value={rule.orders} />
                </td>
                <td className="tw-right">
                  <Quantity value={rule.stops} />
                </td>
                <td className="tw-right">
                  <Walk mm={rule.walkMm} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="tw-muted">{t('rules.nothing')}</p>
      )}
      {refused > 0 && <p className="tw-muted">{t('rules.refused', { count: refused })}</p>}
      {waiting > 0 && <p className="tw-muted">{t('rules.stay', { count: waiting })}</p>}
    </section>
  );
}
