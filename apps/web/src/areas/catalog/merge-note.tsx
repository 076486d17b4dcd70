import { rights } from '@tradewind/contract/access/modules.ts';
import type { OpenMerge } from '@tradewind/contract/catalog/merge.ts';
import { findProduct } from '@tradewind/contract/catalog.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { DateTime } from '../../components/figures.tsx';
import { useModulePaths } from '../../components/module-paths.ts';

export function MergedNote({ into }: { into: { id: number; sku: string } }): ReactNode {
  const { t } = useTranslation('catalog');
  const path = useModulePaths().get(rights.product.id) ?? '';
  return (
    <Alert
      type="info"
      showIcon
      title={t('merge.note')}
      action={<Link to={`${path}?open=${into.id}`}>{into.sku}</Link>}
    />
  );
}

/** A merge of this product that runs or has failed. */
export function MergeState({ productId, merge }: { productId: number; merge: OpenMerge }): ReactNode {
  const { t } = useTranslation('catalog');
  const names = { from: merge.from.sku, into: merge.into.sku };
  const start = (
    <span className="tw-muted">
      {merge.number} · {merge.actor} · <DateTime at={merge.at} />
    </span>
  );
  if (merge.state === 'running')
    return (
      <>
        <Following productId={productId} />
        <Alert type="info" showIcon title={t('merge.running', names)} description={start} />
      </>
    );
  return (
    <Alert
      type="error"
      showIcon
      closable
      title={t('merge.failed', names)}
      description={
        <>
          <p className="tw-merge-why">{merge.reason}</p>
          {start}
        </>
      }
    />
  );
}

const LOOK_MS = 3000;

/** Asks for the product again until its merge has ended. */
function Following({ productId }: { productId: number }): null {
  useCall(findProduct, { id: productId }, { everyMs: LOOK_MS });
  return null;
}
