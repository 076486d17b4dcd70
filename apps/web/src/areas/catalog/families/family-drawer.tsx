import { rights } from '@tradewind/contract/access/modules.ts';
import {
  findFamily,
  findProduct,
  joinFamily,
  listFamilies,
  listProducts,
  makeVariants,
  removeFamily,
} from '@tradewind/contract/catalog.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { productName } from '../../../components/product-name.ts';
import { GoodsFacts } from '../goods-facts.tsx';
import { ProductHistory } from '../product-history.tsx';
import { FamilyForm } from './family-form.tsx';
import { FamilyGrid } from './family-grid.tsx';
import { JoinForm } from './join-form.tsx';
import { MakeForm } from './make-form.tsx';
import type { Family } from './own.ts';

/** A family: its variants by axes, what it gives them, and its history. `onLeave`: a product is opened from it. */
export function FamilyDrawer({
  id,
  close,
  onLeave,
}: {
  id: number;
  close: () => void;
  onLeave: () => void;
}): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const found = useCall(findFamily, { id });
  const [form, setForm] = useState<'edit' | 'make' | 'join'>();
  const family = found.data;
  const shut = () => setForm(undefined);
  return (
    <>
      <DetailDrawer
        kind="family"
        close={close}
        title={family?.code ?? ''}
        subtitle={family && `${productName(family)} · ${family.axes.map(productName).join(' × ')}`}
        query={found}
        actions={
          family && (
            <>
              {may(makeVariants) && (
                <Button type="primary" onClick={() => setForm('make')}>
                  {t('families.make')}
                </Button>
              )}
              {may(joinFamily) && <Button onClick={() => setForm('join')}>{t('families.join')}</Button>}
              {may(rights.product.edit) && <Button onClick={() => setForm('edit')}>{t('action.edit')}</Button>}
              {may(removeFamily) && <DeleteButton family={family} onDone={close} />}
            </>
          )
        }
        tabs={
          family && [
            {
              key: 'variants',
              label: t('families.variantsOf', { count: family.variantCount }),
              children:
                family.variants.length > 0 ? (
                  <FamilyGrid axes={family.axes} variants={family.variants} onOpen={onLeave} />
                ) : (
                  <EmptyState title={t('families.noVariants')} hint={t('families.noVariantsHint')} />
                ),
            },
            {
              key: 'facts',
              label: t('facts'),
              children: <GoodsFacts goods={family} images={{ familyId: id }} name={family.code} />,
            },
            { key: 'history', label: t('history'), children: <ProductHistory history={family.history} /> },
          ]
        }
      />
      {form === 'edit' && family && <FamilyForm family={family} onReload={() => void found.refetch()} onClose={shut} />}
      {form === 'make' && family && <MakeForm family={family} onClose={shut} />}
      {form === 'join' && <JoinForm familyId={id} onClose={shut} />}
    </>
  );
}

function DeleteButton({ family, onDone }: { family: Family; onDone: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const remove = useAct(removeFamily, {
    refresh: [listFamilies, listProducts, findProduct],
    success: t('families.removed'),
    onDone,
  });
  return (
    <ConfirmDanger
      title={t('families.removeTitle', { code: family.code })}
      consequence={t('families.removeText', { count: family.variantCount })}
      verb={t('action.delete')}
      onConfirm={() => remove.mutateAsync({ id: family.id })}
    />
  );
}
