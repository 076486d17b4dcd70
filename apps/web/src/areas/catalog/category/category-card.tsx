import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  type CategoryAttribute,
  findCategory,
  getCategoryStatics,
  listCategories,
  listProducts,
  removeCategory,
} from '@tradewind/contract/catalog.ts';
import { Button, Modal, Select, Skeleton, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { useCategoryOptions } from '../../../components/category.ts';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { Facts } from '../../../components/facts.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';

import { useCountryChoices } from '../papers/countries.ts';
import { CustomsPart } from '../papers/customs-part.tsx';

type Found = ResultOf<typeof findCategory>;

interface CategoryCardProps {
  id: number;
  /** With those of the categories below it. */
  products: number;
  hasChildren: boolean;
  onAddBelow: () => void;
  onEdit: (category: Found) => void;
  onRemoved: () => void;
}

/** One category beside the tree: its defaults, its attributes, its history. */
export function CategoryCard({
  id,
  products,
  hasChildren,
  onAddBelow,
  onEdit,
  onRemoved,
}: CategoryCardProps): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const found = useCall(findCategory, { id });
  const { nameOf } = useCountryChoices();
  if (found.isPending) return <Skeleton active />;
  if (found.error) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const category = found.data;
  return (
    <section className="tw-panel">
      <header>
        <h3>{productName(category)}</h3>
        <Space wrap>
          {may(rights.category.add) && <Button onClick={onAddBelow}>{t('categories.addBelow')}</Button>}
          {may(rights.category.edit) && <Button onClick={() => onEdit(category)}>{t('action.edit')}</Button>}
          {may(removeCategory) && (
            <RemoveButton category={category} used={products > 0 || hasChildren} onDone={onRemoved} />
          )}
        </Space>
      </header>
      <Facts
        items={[
          [t('nameZh'), category.nameZh],
          [t('nameEn'), category.nameEn],
          [
            t('categories.products'),
            <a key="p" href={`#/product/archive?status=all&categoryId=${id}`}>
              {products}
            </a>,
          ],
          [t('categories.hsDefault'), category.hsCode ?? t('categories.above')],
          [
            t('categories.batteryDefault'),
            category.battery === null ? t('categories.above') : t(category.battery ? 'batteryYes' : 'batteryNo'),
          ],
        ]}
      />
      <h4>{t('attributes')}</h4>
      {category.attributes.length === 0 ? (
        <p className="tw-muted">{t('categories.noAttributes')}</p>
      ) : (
        <ul>
          {category.attributes.map((one) => (
            <AttributeLine key={one.id} attribute={one} />
          ))}
        </ul>
      )}
      <h4>{t('customsData.title')}</h4>
      <CustomsPart owner={{ categoryId: id }} />
      <h4>{t('history')}</h4>
      <HistoryTimeline
        entries={category.history.map((entry) => ({
          key: entry.id,
          at: entry.at,
          who: entry.actor,
          what: t(`categories.events.${entry.event}`),
          why:
            entry.detail?.by === 'import'
              ? t('byImport')
              : typeof entry.detail?.country === 'string'
                ? nameOf(entry.detail.country)
                : undefined,
        }))}
      />
    </section>
  );
}

function AttributeLine({ attribute }: { attribute: CategoryAttribute }): ReactNode {
  const { t } = useTranslation('catalog');
  const { kind, unit, choices, required, countries } = attribute;
  const where = countries.length > 0 ? countries.join(', ') : t('categories.everywhere');
  return (
    <li>
      <span>
        {productName(attribute)}{' '}
        <small className="tw-muted">{[t(`categories.kinds.${kind}`), unit].filter(Boolean).join(' · ')}</small>
      </span>
      <small className="tw-muted">
        {[choices.join(', '), required && t('categories.requiredIn', { where })].filter(Boolean).join(' · ')}
      </small>
    </li>
  );
}

function RemoveButton({ category, used, onDone }: { category: Found; used: boolean; onDone: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const [choosing, setChoosing] = useState(false);
  const [heirId, setHeirId] = useState<string>();
  const categories = useCategoryOptions();
  const remove = useAct(removeCategory, {
    refresh: [listCategories, getCategoryStatics, listProducts],
    success: t('categories.removed'),
    onDone,
  });
  const title = t('categories.removeTitle', { name: productName(category) });
  if (!used)
    return (
      <ConfirmDanger
        title={title}
        consequence={t('categories.removeText')}
        verb={t('action.delete')}
        onConfirm={() => remove.mutateAsync({ id: category.id })}
      />
    );
  return (
    <>
      <Button danger onClick={() => setChoosing(true)}>
        {t('action.delete')}
      </Button>
      <Modal
        open={choosing}
        title={title}
        okText={t('action.delete')}
        okButtonProps={{ danger: true, disabled: !heirId, loading: remove.isPending }}
        onCancel={() => setChoosing(false)}
        onOk={() => remove.mutateAsync({ id: category.id, heirId: Number(heirId) })}
      >
        <p>{t('categories.heirText')}</p>
        <Select
          style={{ width: '100%' }}
          aria-label={t('categories.heir')}
          placeholder={t('categories.heir')}
          options={categories.filter((one) => one.value !== String(category.id))}
          optionFilterProp="label"
          showSearch
          value={heirId}
          onChange={setHeirId}
        />
      </Modal>
    </>
  );
}
