import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { type findCategory, getCategoryStatics, listCategories, moveCategory } from '@tradewind/contract/catalog.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { MovableTree } from '../../../components/movable-tree.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { CategoryCard } from '../category/category-card.tsx';
import { CategoryForm } from '../category/category-form.tsx';
import { CategorySheets } from '../category/category-sheets.tsx';
import '../catalog.css';

type Form = { category?: ResultOf<typeof findCategory>; parentId?: number };

export default function CategoryPage(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const tree = useCall(listCategories, {});
  const statics = useCall(getCategoryStatics, {});
  const [selectedId, setSelectedId] = useState<number>();
  const [form, setForm] = useState<Form>();
  const move = useAct(moveCategory, { refresh: [listCategories], success: t('categories.moved') });
  const rows = tree.data?.list ?? [];
  const counts = new Map(statics.data?.list.map((one) => [one.categoryId, one.productsBelow]));
  const without = counts.get(null) ?? 0;
  const selected = rows.find((row) => row.id === selectedId) ?? rows[0];
  const add = may(rights.category.add) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('categories.add')}
    </Button>
  );
  return (
    <div className="tw-tree-page">
      <section className="tw-panel">
        <header>
          <h3>{t('categories.title')}</h3>
          {rows.length > 0 && (
            <span className="tw-tree-acts">
              <CategorySheets />
              {add}
            </span>
          )}
        </header>
        {tree.isPending && <Skeleton active />}
        {tree.error && <PageError error={tree.error} onRetry={() => void tree.refetch()} />}
        {tree.data && rows.length === 0 && (
          <EmptyState title={t('categories.none')} hint={t('categories.noneHint')} action={add} />
        )}
        {rows.length > 0 && (
          <MovableTree
            branches={rows}
            title={(row) => (
              <>
                {productName(row)} <small className="tw-muted">{counts.get(row.id) || ''}</small>
              </>
            )}
            selectedId={selected?.id}
            movable={may(rights.category.edit)}
            busy={move.isPending}
            onSelect={setSelectedId}
            onMove={(to) => move.mutate(to)}
          />
        )}
        {rows.length > 1 && may(rights.category.edit) && <p className="tw-muted">{t('categories.drag')}</p>}
        {without > 0 && (
          <p>
            <a href="#/product/archive?status=all&categoryId=0">{t('categories.without', { count: without })}</a>
          </p>
        )}
      </section>
      {selected && (
        <CategoryCard
          id={selected.id}
          products={counts.get(selected.id) ?? 0}
          hasChildren={rows.some((row) => row.parentId === selected.id)}
          onAddBelow={() => setForm({ parentId: selected.id })}
          onEdit={(category) => setForm({ category })}
          onRemoved={() => setSelectedId(undefined)}
        />
      )}
      {form && (
        <CategoryForm
          key={`${form.category?.id ?? 0}/${form.category?.version ?? 0}`}
          category={form.category}
          parentId={form.parentId}
          onReload={() => void tree.refetch()}
          onDone={setSelectedId}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  );
}
