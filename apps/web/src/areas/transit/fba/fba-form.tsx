import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { type FbaDetail, fbaListings, fbaShops, OWNERS, saveFba } from '@tradewind/contract/transit.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button, DatePicker, Form, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { RemoteSelect } from '../../../components/remote-select.tsx';
import { FBA_CHANGED } from '../state.ts';

const NEW_LINE: StartOf<InputOf<typeof saveFba>['lines'][number]> = { labelOwner: 'SELLER', prepOwner: 'NONE' };

/** Form of an FBA shipment draft. */
export function FbaForm({ fba, onClose }: { fba: FbaDetail | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const shops = useCall(fbaShops, {});
  const warehouses = useCall(selectWarehouse, {});
  const initial = useMemo(() => valuesOf(fba), [fba]);
  return (
    <FormDrawer
      open
      size={920}
      title={fba ? t('editTitle', { number: fba.number }) : t('addTitle')}
      call={saveFba}
      initial={initial}
      toInput={({ marketplaceId, ...values }) => {
        const offered = shops.data?.find((shop) => shop.id === values.shopId)?.marketplaces ?? [];
        // The user may have chosen another shop meanwhile.
        return offered.some((one) => one.id === marketplaceId) ? { ...values, marketplaceId } : values;
      }}
      verb={t('saveDraft')}
      success={t('saved')}
      refresh={FBA_CHANGED}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: t('name'), half: true },
        {
          kind: 'select',
          name: 'shopId',
          label: t('shop'),
          half: true,
          loading: shops.isPending,
          ...(shops.data?.length === 0 ? { help: t('noShops') } : {}),
          options: (shops.data ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
        },
        {
          kind: 'select',
          name: 'warehouseId',
          label: t('from'),
          half: true,
          options: (warehouses.data ?? [])
            .filter((warehouse) => warehouse.kind !== 'platform')
            .map((warehouse) => ({ value: warehouse.id, label: warehouse.name })),
        },
        { kind: 'text', name: 'remark', label: t('remark'), half: true },
      ]}
    >
      <Marketplace shops={shops.data ?? []} />
      <Lines />
    </FormDrawer>
  );
}

/** For a shop with several marketplaces: the first one by default. */
function Marketplace({ shops }: { shops: ResultOf<typeof fbaShops> }): ReactNode {
  const { t } = useTranslation('transit');
  const shopId = Form.useWatch('shopId') as number | undefined;
  const offered = shops.find((shop) => shop.id === shopId)?.marketplaces ?? [];
  if (offered.length < 2) return null;
  return (
    <Form.Item
      name="marketplaceId"
      label={t('marketplace')}
      getValueProps={(value?: string) => ({ value: offered.some((one) => one.id === value) ? value : null })}
    >
      <Select
        allowClear
        placeholder={offered[0]?.name}
        options={offered.map((one) => ({ value: one.id, label: one.name }))}
      />
    </Form.Item>
  );
}

function Lines(): ReactNode {
  const { t } = useTranslation('transit');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  const owners = OWNERS.map((value) => ({ value, label: t(`owner.${value}`) }));
  return (
    <>
      <h3>{t('goods')}</h3>
      <Form.List name="lines">
        {(rows, { add, remove }) => (
          <div className="tw-form-rows">
            <table>
              <thead>
                <tr>
                  <th>{t('sellerSku')}</th>
                  <th style={{ width: 100 }}>{t('quantity')}</th>
                  <th style={{ width: 112 }}>{t('labelOwner')}</th>
                  <th style={{ width: 112 }}>{t('prepOwner')}</th>
                  <th style={{ width: 142 }}>{t('expiresOn')}</th>
                  <th aria-label={t('removeLine')} />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key}>
                    <td data-wide>
                      <Form.Item name={[row.name, 'sellerSku']} rules={needed(t('sellerSku'))}>
                        <SkuSelect />
                      </Form.Item>
                    </td>
                    <td data-label={t('quantity')}>
                      <Form.Item name={[row.name, 'quantity']} rules={needed(t('quantity'))}>
                        <InputNumber min={1} precision={0} controls={false} aria-label={t('quantity')} />
                      </Form.Item>
                    </td>
                    <td data-label={t('labelOwner')}>
                      <Form.Item name={[row.name, 'labelOwner']}>
                        <Select options={owners} aria-label={t('labelOwner')} />
                      </Form.Item>
                    </td>
                    <td data-label={t('prepOwner')}>
                      <Form.Item name={[row.name, 'prepOwner']}>
                        <Select options={owners} aria-label={t('prepOwner')} />
                      </Form.Item>
                    </td>
                    <td data-label={t('expiresOn')}>
                      <Form.Item
                        name={[row.name, 'expiresOn']}
                        getValueProps={(value: string | null) => ({ value: value ? dayjs(value) : null })}
                        normalize={(value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? null}
                      >
                        <DatePicker aria-label={t('expiresOn')} />
                      </Form.Item>
                    </td>
                    <td>
                      <Button
                        type="text"
                        icon={<DeleteOutlined />}
                        aria-label={t('removeLine')}
                        disabled={rows.length === 1}
                        onClick={() => remove(row.name)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Button icon={<PlusOutlined />} onClick={() => add(NEW_LINE)}>
              {t('addLine')}
            </Button>
          </div>
        )}
      </Form.List>
    </>
  );
}

/** A listing of the shop, with its available stock in the chosen warehouse. */
function SkuSelect({ value, onChange }: { value?: string; onChange?: (sku: string) => void }): ReactNode {
  const { t } = useTranslation('transit');
  const shopId = Form.useWatch('shopId') as number | undefined;
  const warehouseId = Form.useWatch('warehouseId') as number | undefined;
  return (
    <RemoteSelect
      aria-label={t('sellerSku')}
      placeholder={shopId ? t('chooseSku') : t('chooseShop')}
      disabled={!shopId}
      eager
      call={fbaListings}
      input={(text) => shopId && { shopId, text, ...(warehouseId ? { warehouseId } : {}) }}
      options={(found) =>
        found.map((one) => ({
          value: one.sellerSku,
          label: `${one.sellerSku} · ${one.title} (${t('free', { count: one.available })})`,
        }))
      }
      known={value ? [{ value, label: value }] : []}
      value={value}
      onChange={(sku) => sku && onChange?.(sku)}
    />
  );
}

function valuesOf(fba: FbaDetail | undefined): StartOf<typeof saveFba> {
  if (!fba) return { lines: [NEW_LINE], idempotencyKey: crypto.randomUUID() };
  const { id, version, name, shopId, marketplaceId, warehouseId, remark } = fba;
  const lines = fba.lines.map(({ sellerSku, quantity, labelOwner, prepOwner, expiresOn }) => ({
    ...{ sellerSku, quantity, labelOwner, prepOwner, expiresOn },
  }));
  return { id, version, name, shopId, marketplaceId, warehouseId, remark, lines };
}
