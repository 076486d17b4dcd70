import type { ResultOf } from '@tradewind/contract/call.ts';
import { findProduct, listProducts, mergeProducts, previewMerge, productFacets } from '@tradewind/contract/catalog.ts';
import { Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../api/toast.ts';
import { FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';
import { MergePreview } from './merge-preview.tsx';

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
      onDone={({ state, number }) =>
        state === 'running' ? toast.success(t('merge.started', { number })) : toast.success(t('merge.done'))
      }
      refresh={[listProducts, findProduct, productFacets, previewMerge]}
      onClose={onClose}
      fields={[
        {
          ...{ kind: 'custom', name: 'intoId', label: t('merge.into'), help: t('merge.intoHelp') },
          control: <ProductSelect label={t('merge.into')} />,
        },
      ]}
    >
      <Chosen product={product} />
    </FormDrawer>
  );
}

function Chosen({ product }: { product: Product }): ReactNode {
  const into = Form.useWatch('intoId') as ChosenProduct | undefined;
  return into && into.id !== product.id && <MergePreview from={product} into={into} />;
}
