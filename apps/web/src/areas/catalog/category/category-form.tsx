import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  ATTRIBUTE_KINDS,
  categoryAttributes,
  findCategory,
  listCategories,
  listProducts,
  saveCategory,
} from '@tradewind/contract/catalog.ts';
import { Button, Form, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategoryOptions } from '../../../components/category.ts';
import { useCountries } from '../../../components/countries.ts';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';

type Found = ResultOf<typeof findCategory>;

type Values = Typed<typeof saveCategory, { parentId?: string | null; battery?: string | null; attributes?: Row[] }>;
/** A row of the form: controls that were never touched have no value. */
interface Row {
  id?: number;
  nameZh?: string;
  nameEn?: string;
  kind: (typeof ATTRIBUTE_KINDS)[number];
  unit?: string;
  choices?: string[];
  required?: boolean;
  countries?: string[];
}

interface CategoryFormProps {
  category?: Found | undefined;
  parentId?: number | undefined;
  loading?: boolean;
  error?: unknown;
  onReload: () => void;
  onDone?: (id: number) => void;
  onClose: () => void;
}

const idText = (id: number | null | undefined) => (id ? String(id) : null);

/** Adds or edits a category with its own attributes. */
export function CategoryForm({ category, parentId, onDone, ...more }: CategoryFormProps): ReactNode {
  const { t } = useTranslation('catalog');
  const categories = useCategoryOptions();
  const battery = [
    { value: 'true', label: t('batteryYes') },
    { value: 'false', label: t('batteryNo') },
  ];
  return (
    <FormDrawer
      open
      title={t(category ? 'categories.edit' : 'categories.add')}
      call={saveCategory}
      verb={t('categories.save')}
      success={t('categories.saved')}
      refresh={[listCategories, findCategory, categoryAttributes, listProducts]}
      size={720}
      initial={{
        nameZh: category?.nameZh ?? '',
        nameEn: category?.nameEn ?? '',
        parentId: idText(category ? category.parentId : parentId),
        hsCode: category?.hsCode ?? '',
        battery: category?.battery == null ? null : String(category.battery),
        attributes: category?.attributes.map(({ categoryId: _own, ...one }) => one) ?? [],
      }}
      toInput={({ parentId: above, battery: with_, attributes = [], ...values }: Values) => ({
        ...values,
        parentId: above ? Number(above) : null,
        battery: with_ ? with_ === 'true' : null,
        attributes: attributes.map(complete),
        ...(category ? { id: category.id, version: category.version } : {}),
      })}
      fields={[
        { kind: 'text', name: 'nameZh', label: t('nameZh'), half: true },
        { kind: 'text', name: 'nameEn', label: t('nameEn'), half: true, help: t('oneName') },
        {
          kind: 'select',
          name: 'parentId',
          label: t('categories.parent'),
          placeholder: t('categories.top'),
          options: categories.filter((one) => one.value !== idText(category?.id)),
        },
        {
          kind: 'text',
          name: 'hsCode',
          label: t('categories.hsDefault'),
          half: true,
          placeholder: t('categories.above'),
        },
        {
          kind: 'select',
          name: 'battery',
          label: t('categories.batteryDefault'),
          half: true,
          placeholder: t('categories.above'),
          options: battery,
        },
      ]}
      onDone={({ id }) => onDone?.(id)}
      {...more}
    >
      <h3 className="tw-section-title">{t('attributes')}</h3>
      <p className="tw-muted">{t('categories.attributesHelp')}</p>
      <AttributeRows />
    </FormDrawer>
  );
}

const complete = (row: Row) => ({
  ...row,
  nameZh: row.nameZh ?? '',
  nameEn: row.nameEn ?? '',
  choices: row.kind === 'choice' ? (row.choices ?? []) : [],
  countries: row.required ? (row.countries ?? []) : [],
});

function AttributeRows(): ReactNode {
  const { t } = useTranslation('catalog');
  const countries = useCountries();
  const kinds = ATTRIBUTE_KINDS.map((value) => ({ value, label: t(`categories.kinds.${value}`) }));
  const rows = Form.useWatch('attributes') as Row[] | undefined;
  return (
    <Form.List name="attributes">
      {(fields, { add, remove }) => (
        <div className="tw-attributes">
          {fields.map(({ key, name }) => {
            const row = rows?.[name];
            return (
              <fieldset key={key} className="tw-attribute">
                <Form.Item name={[name, 'nameZh']} label={t('nameZh')}>
                  <Input maxLength={100} autoComplete="off" />
                </Form.Item>
                <Form.Item name={[name, 'nameEn']} label={t('nameEn')}>
                  <Input maxLength={100} autoComplete="off" />
                </Form.Item>
                <Form.Item name={[name, 'kind']} label={t('categories.kind')}>
                  <Select options={kinds} disabled={row?.id !== undefined} />
                </Form.Item>
                {row?.kind === 'number' && (
                  <Form.Item name={[name, 'unit']} label={t('unit')}>
                    <Input maxLength={20} autoComplete="off" />
                  </Form.Item>
                )}
                {row?.kind === 'choice' && (
                  <Form.Item name={[name, 'choices']} label={t('categories.choices')} className="tw-wide">
                    <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ';', '；']} />
                  </Form.Item>
                )}
                <Form.Item name={[name, 'required']} label={t('categories.required')} valuePropName="checked">
                  <Switch />
                </Form.Item>
                {row?.required && (
                  <Form.Item name={[name, 'countries']} label={t('categories.countries')} className="tw-wide">
                    <Select
                      mode="multiple"
                      options={countries}
                      placeholder={t('categories.everywhere')}
                      optionFilterProp="label"
                    />
                  </Form.Item>
                )}
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('categories.removeAttribute')}
                  onClick={() => remove(name)}
                />
              </fieldset>
            );
          })}
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add({ kind: 'text', required: false })}>
              {t('categories.addAttribute')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}
