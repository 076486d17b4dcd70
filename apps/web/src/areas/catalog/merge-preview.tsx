import type { ResultOf } from '@tradewind/contract/call.ts';
import { previewMerge } from '@tradewind/contract/catalog.ts';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../api/hooks.ts';
import { PageError } from '../../components/page-error.tsx';

interface Named {
  id: number;
  sku: string;
}
type Preview = ResultOf<typeof previewMerge>;

/** What moves to the product that stays, what does not, and why; or what forbids the merge. */
export function MergePreview({ from, into }: { from: Named; into: Named }): ReactNode {
  const { t } = useTranslation('catalog');
  const found = useCall(previewMerge, { fromId: from.id, intoId: into.id });
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const { data } = found;
  if (!data) return <Skeleton active />;
  if (data.forbids.length > 0) return <Forbidden reasons={data.forbids} />;
  return (
    <>
      <h3 className="tw-section-title">{t('merge.moves', { sku: into.sku })}</h3>
      {data.moves.length === 0 ? (
        <p className="tw-muted">{t('merge.nothing')}</p>
      ) : (
        <Moves moves={data.moves} stock={data.stock} from={from} into={into} />
      )}
      {data.queued && <Alert className="tw-merge-consequence" type="info" showIcon title={t('merge.queued')} />}
      <Alert
        className="tw-merge-consequence"
        type="warning"
        showIcon
        title={t('merge.consequence', { from: from.sku, into: into.sku })}
      />
    </>
  );
}

function Forbidden({ reasons }: { reasons: Preview['forbids'] }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <Alert
      type="error"
      showIcon
      title={t('merge.forbidden')}
      description={
        <ul className="tw-merge-reasons">
          {reasons.map((one) => (
            <li key={one.reason}>{one.text}</li>
          ))}
        </ul>
      }
    />
  );
}

/** A kind with its rule, how much of it moves and how much stays. */
function Moves({
  moves,
  stock,
  from,
  into,
}: Pick<Preview, 'moves' | 'stock'> & { from: Named; into: Named }): ReactNode {
  const { t } = useTranslation('catalog');
  const units = stock.reduce((sum, place) => sum + place.units, 0);
  return (
    <ul className="tw-merge-moves">
      {moves.map(({ kind, count, stays }) => (
        <li key={kind}>
          <div>
            {t(`merge.kinds.${kind}`)}
            <small className="tw-muted">{t(`merge.rules.${kind}`, { sku: into.sku })}</small>
            {kind === 'stock' &&
              stock.map((place) => (
                <small key={`${place.warehouseName} ${place.locationCode} ${place.condition}`} className="tw-muted">
                  {`${place.warehouseName} · ${place.locationCode} × ${place.units}`}
                </small>
              ))}
          </div>
          <div className="tw-figure">
            {kind === 'stock' ? t('merge.units', { count: units }) : t('merge.move', { count })}
            {stays > 0 && <small className="tw-muted">{t('merge.stay', { count: stays, sku: from.sku })}</small>}
          </div>
        </li>
      ))}
    </ul>
  );
}
