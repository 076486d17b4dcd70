import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { findProduct, listProducts, mergeProducts, previewMerge, productFacets } from '@tradewind/contract/catalog.ts';
import { Alert, Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { Facts } from '../../components/facts.tsx';
import { FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { useModulePaths } from '../../components/module-paths.ts';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';

type Product = ResultOf<typeof findProduct>;
type Values = Typed<typeof mergeProducts, { intoId: ChosenProduct }>;

/** The product turns out to be another one: chooses that one, and shows what moves and what forbids it. */
export function MergeForm({ product, onClose }: { product: Product; onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const initial = useMemo(() => ({ fromId: product.id, idempotencyKey: crypto.randomUUID() }), [product.id]);
  return (
    <FormDrawer
      open
      size={560}
      title={t('merge.title', { sku: product.sku })}
      call={mergeProducts}
      initial={initial}
      toInput={({ intoId, ...values }: Values) => ({ ...values, intoId: intoId.id })}
      verb={t('merge.verb')}
      success={t('merge.done')}
      refresh={[listProducts, findProduct, productFacets, previewMerge]}
      onClose={onClose}
      fields={[
        {
          ...{ kind: 'custom', name: 'intoId', label: t('merge.into'), help: t('merge.intoHelp') },
          control: <ProductSelect label={t('merge.into')} />,
        },
      ]}
    >
      <Preview product={product} />
    </FormDrawer>
  );
}

function Preview({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('catalog');
  const into = Form.useWatch('intoId') as ChosenProduct | undefined;
  const chosen = into !== undefined && into.id !== product.id;
  const { data } = useCall(previewMerge, { fromId: product.id, intoId: into?.id ?? 0 }, { enabled: chosen });
  if (!chosen || !data) return null;
  if (data.forbids.length > 0)
    return (
      <Alert
        type="error"
        showIcon
        title={t('merge.forbidden')}
        description={
          <ul className="tw-merge-reasons">
            {data.forbids.map((one) => (
              <li key={one.reason}>{one.text}</li>
            ))}
          </ul>
        }
      />
    );
  const units = data.stock.reduce((sum, place) => sum + place.units, 0);
  const counts = data.moves.filter((move) => move.kind !== 'stock');
  return (
    <>
      <h3>{t('merge.moves', { sku: into.sku })}</h3>
      <Facts
        items={[
          [t('merge.kinds.stock'), t('merge.units', { count: units })],
          ...counts.map((move): [string, number] => [t(`merge.kinds.${move.kind}`), move.count]),
        ]}
      />
      {data.stock.map((place) => (
        <div key={`${place.warehouseName} ${place.locationCode} ${place.condition}`} className="tw-muted">
          {`${place.warehouseName} · ${place.locationCode} × ${place.units}`}
        </div>
      ))}
      <Alert
        className="tw-merge-consequence"
        type="warning"
        showIcon
        title={t('merge.consequence', { from: product.sku, into: into.sku })}
      />
    </>
  );
}

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
