import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  AXES_AT_MOST,
  findFamily,
  findProduct,
  INHERITED,
  type Inherited,
  listFamilies,
  listProducts,
  saveFamily,
  USUAL_AXES,
} from '@tradewind/contract/catalog.ts';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { emptied, filled, GoodsSections, type GoodsValues, NEW_GOODS } from '../goods-fields.tsx';
import type { Family } from './own.ts';

type Values = Omit<GoodsValues, 'sku' | 'parentSku' | 'barcode' | 'idempotencyKey'> & {
  code: string;
  axes: { nameZh?: string; nameEn?: string }[];
};

interface FamilyFormProps {
  family?: Family | undefined;
  /** What a new one begins with: the values of a product. */
  from?: Partial<Values>;
  onDone?: (id: number) => void;
  onReload?: () => void;
  onClose: () => void;
}

/** Adds or edits a family of products. */
export function FamilyForm({ family, from, onDone, onReload, onClose }: FamilyFormProps): ReactNode {
  const { t } = useTranslation('catalog');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const initial = family
    ? { ...family, categoryId: family.categoryId === null ? null : String(family.categoryId) }
    : { ...NEW_GOODS, axes: [USUAL_AXES[0]], ...from };
  return (
    <FormDrawer
      open
      key={family?.version ?? 'new'}
      size={640}
      title={family ? `${t('families.edit')} ${family.code}` : t('families.add')}
      call={saveFamily}
      initial={valuesOf(initial)}
      toInput={({ code, axes, ...values }: Values) => ({
        ...emptied(filled(values)),
        code,
        axes,
        idempotencyKey,
        ...(family ? { id: family.id, version: family.version } : {}),
      })}
      verb={t('families.save')}
      success={t('families.saved')}
      refresh={[listFamilies, findFamily, listProducts, findProduct]}
      onDone={({ id }) => onDone?.(id)}
      {...(onReload ? { onReload } : {})}
      onClose={onClose}
    >
      <FormFields<typeof saveFamily>
        fields={[
          {
            kind: 'text',
            name: 'code',
            label: t('families.code'),
            required: true,
            disabled: family !== undefined,
            help: t('families.codeHelp'),
          },
        ]}
      />
      <h3 className="tw-section-title">{t('families.axes')}</h3>
      <p className="tw-muted">{t('families.axesHelp')}</p>
      <AxisRows fixed={(family?.variantCount ?? 0) > 0} />
      <GoodsSections heads={[]} categoryId={family?.categoryId ?? null} images={{ familyId: family?.id ?? 0 }} />
    </FormDrawer>
  );
}

/** The values that a form of families has fields for. */
function valuesOf(record: Partial<Record<Inherited | 'code' | 'axes', unknown>>): StartOf<Values> {
  const names = ['code', 'axes', ...INHERITED] as const;
  return Object.fromEntries(names.map((name) => [name, record[name] ?? undefined])) as StartOf<Values>;
}

function AxisRows({ fixed }: { fixed: boolean }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <Form.List name="axes">
      {(fields, { add, remove }) => (
        <div className="tw-axes">
          {fields.map(({ key, name }) => (
            <div key={key} className="tw-axis">
              <Form.Item name={[name, 'nameZh']} label={t('families.axisZh', { n: name + 1 })}>
                <Input maxLength={30} autoComplete="off" />
              </Form.Item>
              <Form.Item name={[name, 'nameEn']} label={t('families.axisEn', { n: name + 1 })}>
                <Input maxLength={30} autoComplete="off" />
              </Form.Item>
              {!fixed && fields.length > 1 && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('families.removeAxis', { n: name + 1 })}
                  onClick={() => remove(name)}
                />
              )}
            </div>
          ))}
          {!fixed && fields.length < AXES_AT_MOST && (
            <Button icon={<PlusOutlined />} onClick={() => add(USUAL_AXES[fields.length] ?? {})}>
              {t('families.addAxis')}
            </Button>
          )}
        </div>
      )}
    </Form.List>
  );
}
