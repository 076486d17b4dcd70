import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  CUSTOMS_NUMBER_KINDS,
  CUSTOMS_NUMBER_SHAPES,
  type CustomsNumberKind,
  deleteCustomsNumber,
  listCustomsNumbers,
  saveCustomsNumber,
} from '@tradewind/contract/logistics.ts';
import { Button, Form } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { useCountries } from '../../components/countries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { optionsOf } from '../../components/list-page.tsx';
import { PageError } from '../../components/page-error.tsx';
import { useShopOptions } from '../../components/place-options.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';

type Row = ResultOf<typeof listCustomsNumbers>['list'][number];

/** IOSS, EORI and VAT numbers, which go with parcels across a border. */
export function CustomsPanel(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const numbers = useCall(listCustomsNumbers, {});
  const [form, setForm] = useState<{ row?: Row }>();
  const columns = useColumns((row) => setForm({ row }));
  const add = may(rights.carrier.add) && (
    <Button icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('customs.add')}
    </Button>
  );
  return (
    <section className="tw-panel">
      <header className="tw-carrier-head">
        <div>
          <h2>{t('customs.title')}</h2>
          <p className="tw-muted">{t('customs.hint')}</p>
        </div>
        {numbers.data?.list.length !== 0 && add}
      </header>
      {isLost(numbers) ? (
        <PageError error={numbers.error} onRetry={() => void numbers.refetch()} />
      ) : (
        <LineTable
          label={t('customs.title')}
          columns={columns}
          rows={numbers.data?.list ?? []}
          skeleton={numbers.isPending ? 2 : 0}
          empty={<EmptyState title={t('customs.none')} hint={t('customs.noneHint')} action={add} />}
        />
      )}
      {form && <NumberForm {...form} onClose={() => setForm(undefined)} />}
    </section>
  );
}

function NumberForm({ row, onClose }: { row?: Row; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const countries = useCountries();
  const shops = useShopOptions();
  const fieldsFor = (kind: CustomsNumberKind): FieldsOf<typeof saveCustomsNumber> => [
    {
      kind: 'select',
      name: 'kind',
      label: t('customs.kindTitle'),
      half: true,
      options: optionsOf(CUSTOMS_NUMBER_KINDS, (one) => t(`customs.kind.${one}`)),
    },
    {
      kind: 'text',
      name: 'number',
      label: t('customs.number'),
      half: true,
      placeholder: CUSTOMS_NUMBER_SHAPES[kind].example,
    },
    kind === 'vat' && {
      kind: 'select',
      name: 'country',
      label: t('customs.country'),
      required: true,
      options: countries,
    },
    {
      kind: 'select',
      name: 'shopId',
      label: t('shop'),
      options: shops,
      placeholder: t('customs.allShops'),
      help: t('customs.shopHelp'),
    },
    { kind: 'text', name: 'note', label: t('customs.note') },
  ];
  return (
    <FormDrawer
      open
      title={t(row ? 'customs.edit' : 'customs.add')}
      call={saveCustomsNumber}
      verb={t('customs.save')}
      success={t('customs.saved')}
      refresh={[listCustomsNumbers]}
      initial={
        row
          ? { kind: row.kind, country: row.country || null, number: row.number, shopId: row.shopId, note: row.note }
          : { kind: 'ioss' }
      }
      toInput={(values: InputOf<typeof saveCustomsNumber>) => ({ ...values, ...(row ? { id: row.id } : {}) })}
      onClose={onClose}
    >
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => (
          <FormFields<typeof saveCustomsNumber> fields={fieldsFor(getFieldValue('kind') ?? 'ioss')} />
        )}
      </Form.Item>
    </FormDrawer>
  );
}

function useColumns(onEdit: (row: Row) => void): Column<Row>[] {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const countries = useCountries();
  const remove = useAct(deleteCustomsNumber, { refresh: [listCustomsNumbers], success: t('customs.deleted') });
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'kind',
        title: t('customs.kindTitle'),
        width: 120,
        card: 'title',
        render: (row) => t(`customs.kind.${row.kind}`),
      },
      col.code('number', t('customs.number'), { width: 200 }),
      {
        key: 'country',
        title: t('customs.country'),
        width: 160,
        render: (row) => countries.find((one) => one.value === row.country)?.label ?? row.country,
      },
      { key: 'shopName', title: t('shop'), width: 180, render: (row) => row.shopName ?? t('customs.allShops') },
      col.text('note', t('customs.note'), { width: 220 }),
      {
        key: 'actions',
        title: '',
        card: 'line',
        width: 160,
        align: 'right',
        render: (row) => (
          <span className="tw-carrier-actions">
            {may(rights.carrier.edit) && (
              <Button type="link" size="small" onClick={() => onEdit(row)}>
                {t('action.edit')}
              </Button>
            )}
            {may(rights.carrier.delete) && (
              <ConfirmDanger
                type="link"
                size="small"
                title={t('customs.deleteAsk', { number: row.number })}
                consequence={t('customs.deleteText')}
                verb={t('action.delete')}
                onConfirm={() => remove.mutateAsync({ id: row.id })}
              />
            )}
          </span>
        ),
      },
    ],
    [t, may, countries, remove.mutateAsync, onEdit],
  );
}
