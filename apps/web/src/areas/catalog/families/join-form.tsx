import { findFamily, findProduct, joinFamily, listFamilies, listProducts } from '@tradewind/contract/catalog.ts';
import { Form, Input, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { productName } from '../../../components/product-name.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { RemoteSelect } from '../../../components/remote-select.tsx';

interface Values {
  familyId?: number;
  keep?: boolean;
  rows?: { productId?: ChosenProduct; axisValues?: string[] }[];
}
interface JoinFormProps {
  /** Undefined: to choose. */
  familyId?: number | undefined;
  product?: ChosenProduct & { axisValues: string[] };
  onClose: () => void;
}

/** Puts a product into a family, or gives a variant other values. */
export function JoinForm({ familyId, product, onClose }: JoinFormProps): ReactNode {
  const { t } = useTranslation('catalog');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const moves = (product?.axisValues.length ?? 0) > 0;
  return (
    <FormDrawer
      open
      title={t(moves ? 'families.move' : 'families.join')}
      call={joinFamily}
      initial={{
        familyId,
        keep: true,
        rows: [{ axisValues: product?.axisValues ?? [] }],
      }}
      toInput={({ familyId: chosen, keep = true, rows = [] }: Values) => ({
        familyId: chosen ?? 0,
        keep,
        rows: rows.map((row) => ({
          productId: product?.id ?? row.productId?.id ?? 0,
          axisValues: row.axisValues ?? [],
        })),
        idempotencyKey,
      })}
      verb={t(moves ? 'families.moveVerb' : 'families.joinVerb')}
      success={t(moves ? 'families.movedDone' : 'families.joined')}
      refresh={[findFamily, findProduct, listFamilies, listProducts]}
      onClose={onClose}
    >
      {familyId === undefined && (
        <Form.Item
          name="familyId"
          label={t('families.family')}
          rules={[{ required: true, message: t('families.choose') }]}
        >
          <FamilySelect />
        </Form.Item>
      )}
      {!product && (
        <Form.Item
          name={['rows', 0, 'productId']}
          label={t('product')}
          rules={[{ required: true, message: t('families.chooseProduct') }]}
        >
          <ProductSelect />
        </Form.Item>
      )}
      <AxisFields />
      {!moves && (
        <Form.Item name="keep" label={t('families.differing')}>
          <Radio.Group
            options={[
              { value: true, label: t('families.keep') },
              { value: false, label: t('families.take') },
            ]}
          />
        </Form.Item>
      )}
    </FormDrawer>
  );
}

/** A value on each axis of the chosen family. */
function AxisFields(): ReactNode {
  const { t } = useTranslation('catalog');
  const id = Number(Form.useWatch('familyId', { preserve: true }) ?? 0);
  const { data } = useCall(findFamily, { id }, { enabled: id > 0 });
  return (data?.axes ?? []).map((axis, at) => (
    <Form.Item
      key={productName(axis)}
      name={['rows', 0, 'axisValues', at]}
      label={productName(axis)}
      rules={[{ required: true, whitespace: true, message: t('families.valuesMissing') }]}
    >
      <Input maxLength={50} autoComplete="off" />
    </Form.Item>
  ));
}

function FamilySelect({ value, onChange }: { value?: number; onChange?: (id: number | undefined) => void }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <RemoteSelect
      allowClear
      aria-label={t('families.family')}
      placeholder={t('families.choose')}
      notFoundContent={t('families.none')}
      call={listFamilies}
      input={(text) => ({ text, pageSize: 20 })}
      options={({ rows }) => rows.map((one) => ({ value: one.id, label: `${one.code} · ${productName(one)}` }))}
      value={value}
      {...(onChange ? { onChange: (id: number | undefined) => onChange(id) } : {})}
    />
  );
}
