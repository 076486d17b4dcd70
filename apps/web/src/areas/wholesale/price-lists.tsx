import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  deleteWholesalePriceList,
  getWholesalePriceList,
  listWholesalePriceLists,
  saveWholesalePriceList,
  type WholesalePriceList,
} from '@tradewind/contract/wholesale.ts';
import { Button, Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import type { Column } from '../../components/list-page.tsx';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';
import { type MasterDrawer, MasterList } from './master-list.tsx';

type Row = { productId: number; sku: string; nameZh: string; nameEn: string; fromQuantity: number; unitPrice: string };

export function PriceLists(): ReactNode {
  const { t } = useTranslation('wholesale');
  const columns = useMemo<Column<WholesalePriceList>[]>(
    () => [
      col.heading('name', t('name'), { width: 240 }),
      col.text('currency', t('currency'), { width: 90 }),
      { key: 'validity', title: t('validity'), width: 220, render: (row) => <Validity list={row} /> },
      col.qty('prices', t('prices'), { width: 100 }),
      col.qty('customers', t('customers'), { width: 100 }),
    ],
    [t],
  );
  return (
    <MasterList
      id="order.b2b.prices"
      kind="priceList"
      call={listWholesalePriceLists}
      remove={deleteWholesalePriceList}
      columns={columns}
      detail={(drawer) => <ListDrawer key={drawer.id} {...drawer} />}
      form={({ id }, close) => <ListForm key={id ?? 0} id={id} onClose={close} />}
    />
  );
}

function Validity({ list }: { list: Pick<WholesalePriceList, 'validFrom' | 'validTo'> }): ReactNode {
  const { t } = useTranslation('wholesale');
  if (!list.validFrom && !list.validTo) return t('always');
  return `${list.validFrom ?? ''} – ${list.validTo ?? ''}`;
}

type DrawerProps = Omit<MasterDrawer<WholesalePriceList>, 'row'>;

function ListDrawer({ id, tools, actions }: DrawerProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const query = useCall(getWholesalePriceList, { id });
  const list = query.data;
  const currency = list?.currency ?? '';
  const columns = useMemo<Column<Row>[]>(
    () => [
      col.text('sku', t('sku'), { width: 220, narrow: 132 }),
      col.qty('from', t('from'), { of: 'fromQuantity', width: 120, narrow: 84 }),
      col.money('unitPrice', t('unitPrice'), { currency: () => currency, width: 160, narrow: 116 }),
    ],
    [t, currency],
  );
  return (
    <DetailDrawer
      {...tools}
      title={list?.name ?? ''}
      subtitle={list && <Validity list={list} />}
      query={query}
      actions={list && actions(list.name)}
    >
      {list && (
        <LineTable
          cards={false}
          label={t('rows')}
          columns={columns}
          rows={list.rows}
          keyOf={(row) => `${row.productId}/${row.fromQuantity}`}
        />
      )}
    </DetailDrawer>
  );
}

interface TypedPrice {
  productId: ChosenProduct;
  fromQuantity: number;
  unitPrice: string;
}
type Values = Typed<typeof saveWholesalePriceList, { rows: TypedPrice[] }>;

function ListForm({ id, onClose }: { id: number | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('wholesale');
  const known = useCall(getWholesalePriceList, { id: id ?? 0 }, { enabled: id !== undefined });
  const initial = useMemo(() => {
    if (!known.data) return { currency: 'USD', rows: [{ fromQuantity: 1 }] };
    const { name, currency, validFrom, validTo, version, rows } = known.data;
    const typed = rows.map(({ fromQuantity, unitPrice, productId, ...product }) => ({
      productId: { id: productId, ...product },
      fromQuantity,
      unitPrice,
    }));
    return { id, version, name, currency, validFrom, validTo, rows: typed };
  }, [known.data, id]);
  const fields: FieldsOf<typeof saveWholesalePriceList> = [
    { kind: 'text', name: 'name', label: t('name'), half: true },
    { kind: 'text', name: 'currency', label: t('currency'), half: true, max: 3 },
    { kind: 'date', name: 'validFrom', label: t('validFrom'), half: true },
    { kind: 'date', name: 'validTo', label: t('validTo'), half: true },
  ];
  return (
    <FormDrawer
      open
      size={720}
      title={id ? t('master.priceList.edit') : t('master.priceList.add')}
      call={saveWholesalePriceList}
      initial={initial}
      loading={id !== undefined && known.isPending}
      error={known.error}
      toInput={({ rows, ...values }: Values) => ({
        ...values,
        rows: rows.map(({ productId, ...price }) => ({ ...price, productId: productId.id })),
      })}
      verb={t('master.priceList.save')}
      success={t('saved')}
      refresh={[listWholesalePriceLists, getWholesalePriceList]}
      onClose={onClose}
      fields={fields}
    >
      <Prices />
    </FormDrawer>
  );
}

function Prices(): ReactNode {
  const { t } = useTranslation('wholesale');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="rows">
      {(rows, { add, remove }) => (
        <div className="tw-wholesale-lines">
          <table>
            <thead>
              <tr>
                <th style={{ width: '50%' }}>{t('product')}</th>
                <th>{t('from')}</th>
                <th>{t('unitPrice')}</th>
                <th aria-label={t('removeLine')} />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td>
                    <Form.Item name={[row.name, 'productId']} rules={needed(t('product'))}>
                      <ProductSelect />
                    </Form.Item>
                  </td>
                  <td>
                    <Form.Item name={[row.name, 'fromQuantity']} rules={needed(t('from'))}>
                      <InputNumber min={1} precision={0} controls={false} aria-label={t('from')} />
                    </Form.Item>
                  </td>
                  <td>
                    <Form.Item name={[row.name, 'unitPrice']} rules={needed(t('unitPrice'))}>
                      <InputNumber<string> stringMode min="0" controls={false} aria-label={t('unitPrice')} />
                    </Form.Item>
                  </td>
                  <td>
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={t('removeLine')}
                      onClick={() => remove(row.name)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Button icon={<PlusOutlined />} onClick={() => add({ fromQuantity: 1 })}>
            {t('addPrice')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}
