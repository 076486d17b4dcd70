import { rights } from '@tradewind/contract/access/modules.ts';
import {
  findFamily,
  findProduct,
  leaveFamily,
  listFamilies,
  listProducts,
  type ProductRow,
} from '@tradewind/contract/catalog.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { FamilyDrawer } from './family-drawer.tsx';
import { FamilyForm } from './family-form.tsx';
import { FamilyGrid } from './family-grid.tsx';
import { JoinForm } from './join-form.tsx';

/** The family of a product with its siblings, or the ways into one. */
export function FamilyPart({ product }: { product: ProductRow }): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const id = product.familyId ?? 0;
  const family = useCall(findFamily, { id }, { enabled: id > 0 });
  const [open, setOpen] = useState<'family' | 'join' | 'new'>();
  const close = () => setOpen(undefined);
  const leave = useAct(leaveFamily, {
    refresh: [findFamily, findProduct, listFamilies, listProducts],
    success: t('families.left'),
  });
  const joinForm = open === 'join' && (
    <JoinForm familyId={product.familyId ?? undefined} product={product} onClose={close} />
  );
  if (id === 0)
    return (
      <>
        <EmptyState
          title={t('families.noFamily')}
          hint={t('families.noFamilyHint')}
          action={
            <>
              {may(rights.product.edit) && <Button onClick={() => setOpen('join')}>{t('families.joinVerb')}</Button>}
              {may(rights.product.add) && <Button onClick={() => setOpen('new')}>{t('families.fromProduct')}</Button>}
            </>
          }
        />
        {joinForm}
        {open === 'new' && <FamilyForm from={startOf(product)} onClose={close} />}
      </>
    );
  if (family.error) return <PageError error={family.error} onRetry={() => void family.refetch()} />;
  return (
    <>
      <div className="tw-papers-bar">
        <p className="tw-muted">
          {t('families.partHint', { code: product.parentSku, values: product.axisValues.join(' / ') })}
        </p>
        <div className="tw-part-more">
          <Button onClick={() => setOpen('family')}>{t('families.open')}</Button>
          {may(rights.product.edit) && <Button onClick={() => setOpen('join')}>{t('families.move')}</Button>}
          {may(rights.product.edit) && (
            <ActionButton loading={leave.isPending} onClick={() => leave.mutate({ ids: [product.id] })}>
              {t('families.leave')}
            </ActionButton>
          )}
        </div>
      </div>
      {family.data && <FamilyGrid axes={family.data.axes} variants={family.data.variants} currentId={product.id} />}
      {open === 'family' && <FamilyDrawer id={id} close={close} onLeave={close} />}
      {joinForm}
    </>
  );
}

/** A family that is made for a product begins with what the product has. */
const startOf = ({ sku, parentSku, categoryId, ...goods }: ProductRow) => ({
  ...goods,
  code: parentSku ?? sku,
  categoryId: categoryId === null ? null : String(categoryId),
});
