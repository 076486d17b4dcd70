import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { productOptions } from '@tradewind/contract/catalog.ts';
import { addCount, COUNT_KINDS, countTabs, listCounts, listCountTasks } from '@tradewind/contract/warehouse.ts';
import { App, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { type FieldOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { productName } from '../../../components/product-name.ts';

/** Splits typed areas and locations. */
type Values = Typed<
  typeof addCount,
  { areas?: string; locationCodes?: string; productIds?: number[]; most?: number | null }
>;

const partsOf = (typed = '') => typed.split(/[\s,，;；]+/).filter(Boolean);

function toInput({ areas, locationCodes, productIds = [], most, ...values }: Values): InputOf<typeof addCount> {
  const { kind } = values;
  const places = partsOf(locationCodes);
  return {
    ...values,
    ...(kind === 'cycle' && partsOf(areas).length > 0 ? { areas: partsOf(areas) } : {}),
    ...(kind === 'chosen' && places.length > 0 ? { locationCodes: places } : {}),
    ...(kind === 'chosen' && productIds.length > 0 ? { productIds } : {}),
    ...(kind === 'cycle' || kind === 'risk' ? { most: most ?? 20 } : {}),
  };
}

export function CountForm({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { modal } = App.useApp();
  return (
    <FormDrawer
      open={open}
      title={t('count.add')}
      call={addCount}
      initial={{ kind: 'cycle', blind: true, most: 20 }}
      toInput={toInput}
      verb={t('count.addVerb')}
      refresh={[listCounts, countTabs, listCountTasks]}
      onDone={({ number, locations, elsewhere }) => {
        toast.success(t('count.added', { number, count: locations }));
        if (elsewhere.length > 0)
          modal.warning({ title: t('count.elsewhereTitle', { number }), content: <Elsewhere counts={elsewhere} /> });
      }}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  );
}

/** Whoever counts such a location second is refused, so it is better known before the walk. */
function Elsewhere({ counts }: { counts: ResultOf<typeof addCount>['elsewhere'] }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <>
      <p>{t('count.elsewhereText')}</p>
      <ul>
        {counts.map(({ number, locations, codes }) => (
          <li key={number}>
            <b className="tw-figure">{number}</b>: {codes.join(', ')}
            {locations > codes.length && ` ${t('count.elsewhereMore', { count: locations - codes.length })}`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Fields(): ReactNode {
  const { t } = useTranslation('warehouse');
  const form = Form.useFormInstance();
  const kind: (typeof COUNT_KINDS)[number] = Form.useWatch('kind', form) ?? 'cycle';
  const warehouses = useWarehouseOptions();
  const [search, setSearch] = useState('');
  const products = useCall(productOptions, { search }, { keepPrevious: true, enabled: kind === 'chosen' });
  const fields: FieldOf<typeof addCount>[] = [
    { kind: 'select', name: 'warehouseId', label: t('house.title'), half: true, options: warehouses },
    {
      kind: 'select',
      name: 'kind',
      label: t('count.kindTitle'),
      half: true,
      options: COUNT_KINDS.map((value) => ({ value, label: t(`count.kind.${value}`) })),
      help: t(`count.kindHelp.${kind}`),
    },
  ];
  if (kind === 'cycle')
    fields.push({ kind: 'text', name: 'areas', label: t('count.areas'), help: t('count.areasHelp') });
  if (kind === 'cycle' || kind === 'risk')
    fields.push({ kind: 'number', name: 'most', label: t('count.most'), half: true });
  if (kind === 'chosen')
    fields.push(
      { kind: 'textarea', name: 'locationCodes', label: t('count.locations'), help: t('count.locationsHelp') },
      {
        kind: 'multi',
        name: 'productIds',
        label: t('count.products'),
        help: t('count.productsHelp'),
        options: (products.data?.list ?? []).map((p) => ({ value: p.id, label: `${p.sku} ${productName(p)}` })),
        loading: products.isFetching,
        onSearch: setSearch,
      },
    );
  fields.push(
    { kind: 'switch', name: 'blind', label: t('count.blind'), help: t('count.blindHelp') },
    { kind: 'textarea', name: 'remark', label: t('count.remark') },
  );
  return <FormFields<typeof addCount> fields={fields} />;
}
