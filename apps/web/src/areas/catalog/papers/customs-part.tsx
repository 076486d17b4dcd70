import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type CustomsRow, customsInForce, deleteCustoms, listCustoms } from '@tradewind/contract/catalog.ts';
import { Button, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { RowActs } from '../../../components/row-acts.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useCountryChoices } from './countries.ts';
import { CUSTOMS_CALLS, type CustomsOwner } from './customs-calls.ts';
import { CustomsForm } from './customs-form.tsx';

const bothNames = ({ nameZh, nameEn }: { nameZh: string; nameEn: string }) =>
  [nameZh, nameEn].filter(Boolean).join(' · ');

/** The customs data of a product or of a category by country. */
export function CustomsPart({ owner }: { owner: CustomsOwner }): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const ofProduct = 'productId' in owner;
  const mayEdit = may(ofProduct ? rights.product.edit : rights.category.edit);
  const found = useCall(listCustoms, owner);
  const [form, setForm] = useState<CustomsRow | 'new'>();
  const columns = useColumns(mayEdit ? setForm : undefined);
  const rows = found.data?.list ?? [];
  const add = mayEdit && (
    <Button icon={<PlusOutlined />} onClick={() => setForm('new')}>
      {t('customsData.add')}
    </Button>
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <div className="tw-papers">
      <div className="tw-papers-bar">
        <p className="tw-muted">{t(ofProduct ? 'customsData.hint' : 'customsData.ofCategory')}</p>
        {rows.length > 0 && add}
      </div>
      <LineTable
        label={t('customsData.title')}
        columns={columns}
        rows={rows}
        skeleton={found.isPending ? 2 : 0}
        empty={<EmptyState title={t('customsData.none')} hint={ofProduct && t('customsData.noneHint')} action={add} />}
      />
      {ofProduct && <InForce productId={owner.productId} />}
      {form && (
        <CustomsForm
          owner={owner}
          row={form === 'new' ? undefined : form}
          taken={rows}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  );
}

function useColumns(onEdit: ((row: CustomsRow) => void) | undefined): Column<CustomsRow>[] {
  const { t } = useTranslation('catalog');
  const { nameOf } = useCountryChoices();
  return useMemo<Column<CustomsRow>[]>(
    () => [
      col.text('country', t('customsData.country'), {
        of: (row: CustomsRow) => (row.country === '*' ? t('customsData.general') : nameOf(row.country)),
        width: 116,
        card: 'title',
      }),
      col.code('hs', t('customsData.hs'), {
        of: (row: CustomsRow) => [row.hsImport, row.hsExport].filter(Boolean).join(' / '),
        width: 126,
      }),
      col.text('name', t('customsData.name'), {
        of: (row: CustomsRow) => bothNames(row),
        width: 150,
      }),
      col.own<CustomsRow>('value', t('customsData.worth'), (row) => <Value row={row} />, {
        width: 110,
        align: 'right',
      }),
      col.text('origin', t('customsData.origin'), { width: 70 }),
      ...(onEdit
        ? [
            col.own<CustomsRow>('acts', '', (row) => <Acts row={row} name={nameOf(row.country)} onEdit={onEdit} />, {
              width: 92,
            }),
          ]
        : []),
    ],
    [t, nameOf, onEdit],
  );
}

function Value({ row: { value, cap, currency } }: { row: CustomsRow }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <>
      {value && <Money amount={value} currency={currency} />}
      {cap && (
        <div className="tw-muted">
          {t('customsData.upTo')} <Money amount={cap} currency={currency} />
        </div>
      )}
    </>
  );
}

function Acts({ row, name, onEdit }: { row: CustomsRow; name: string; onEdit: (row: CustomsRow) => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const remove = useAct(deleteCustoms, { refresh: CUSTOMS_CALLS, success: t('customsData.deleted') });
  return (
    <RowActs
      of={`${t('customsData.title')} ${name}`}
      onEdit={() => onEdit(row)}
      title={t('customsData.deleteTitle', { country: name })}
      consequence={t('customsData.deleteText')}
      onDelete={() => remove.mutateAsync({ ids: [row.id] })}
    />
  );
}

/** What a label to a country would say of the product today. */
function InForce({ productId }: { productId: number }): ReactNode {
  const { t } = useTranslation('catalog');
  const { options } = useCountryChoices();
  const [country, setCountry] = useState('US');
  const found = useCall(customsInForce, { productId, country }, { keepPrevious: true });
  const goods = found.data;
  return (
    <section className="tw-papers-now">
      <h3>
        {t('customsData.inForce')}
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('customsData.country')}
          value={country}
          options={options.slice(1)}
          onChange={setCountry}
        />
      </h3>
      {isLost(found) && <PageError error={found.error} onRetry={() => void found.refetch()} />}
      {goods && (
        <Facts
          items={[
            [t('customsData.hsCode'), goods.hsCode],
            [t('customsData.name'), bothNames(goods)],
            [
              t('customsData.value'),
              goods.valueUsd ? <Money key="v" amount={goods.valueUsd} currency="USD" /> : t('customsData.paid'),
            ],
            [t('customsData.cap'), goods.capUsd && <Money key="c" amount={goods.capUsd} currency="USD" />],
            [t('customsData.origin'), goods.origin],
            [t('customsData.material'), goods.material],
            [t('customsData.purpose'), goods.purpose],
          ]}
        />
      )}
    </section>
  );
}
