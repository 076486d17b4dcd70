import {
  combinationKey,
  combinationsOf,
  findFamily,
  listFamilies,
  listProducts,
  makeVariants,
  productFacets,
  skuBy,
  skuPattern,
  VARIANTS_AT_ONCE,
} from '@tradewind/contract/catalog.ts';
import { Alert, Form, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { productName } from '../../../components/product-name.ts';
import type { Family } from './own.ts';

interface Values {
  values?: string[][];
  pattern?: string;
  /** SKUs that the user typed over the pattern's, by combination. */
  skus?: Record<string, string | undefined>;
}

/** A name that a form's path does not take apart. */
const keyOf = (values: readonly string[]) => encodeURIComponent(combinationKey(values));

/** The products that are missing for every combination of the values. */
function missingOf(family: Family, { values = [], pattern, skus = {} }: Values) {
  if (family.axes.some((_, at) => (values[at] ?? []).length === 0)) return [];
  const there = new Set(family.variants.map((one) => combinationKey(one.axisValues)));
  return combinationsOf(values)
    .filter((one) => !there.has(combinationKey(one)))
    .map((axisValues) => ({
      axisValues,
      sku: skus[keyOf(axisValues)] ?? skuBy(pattern ?? skuPattern(family.axes.length), family.code, axisValues),
    }));
}

/** Makes products of the combinations that a family lacks. */
export function MakeForm({ family, onClose }: { family: Family; onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return (
    <FormDrawer
      open
      size={640}
      title={`${t('families.make')} ${family.code}`}
      call={makeVariants}
      initial={{
        values: family.axes.map((_, at) => [...new Set(family.variants.map((one) => one.axisValues[at] ?? ''))]),
        pattern: skuPattern(family.axes.length),
      }}
      toInput={(values: Values) => ({ familyId: family.id, rows: missingOf(family, values), idempotencyKey })}
      verb={t('families.makeVerb')}
      success={t('families.made')}
      refresh={[findFamily, listFamilies, listProducts, productFacets]}
      onClose={onClose}
    >
      {family.axes.map((axis, at) => (
        <Form.Item
          key={productName(axis)}
          name={['values', at]}
          label={productName(axis)}
          rules={[{ required: true, message: t('families.valuesMissing') }]}
        >
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，', ';', '；']}
            placeholder={t('families.valuesHint')}
          />
        </Form.Item>
      ))}
      <Form.Item name="pattern" label={t('families.pattern')} extra={t('families.patternHelp')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="skus" noStyle>
        <Typed />
      </Form.Item>
      <Missing family={family} />
    </FormDrawer>
  );
}

/** Its value is set by the list of missing products. */
const Typed = () => null;

function Missing({ family }: { family: Family }): ReactNode {
  const { t } = useTranslation('catalog');
  const form = Form.useFormInstance();
  const typed = (Form.useWatch([], { form, preserve: true }) as Values | undefined) ?? {};
  const missing = missingOf(family, typed);
  if (missing.length === 0) return <p className="tw-muted">{t('families.noneMissing')}</p>;
  if (missing.length > VARIANTS_AT_ONCE)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('families.tooMany', { missing: missing.length, most: VARIANTS_AT_ONCE })}
      />
    );
  return (
    <>
      <h3 className="tw-section-title">{t('families.willMake', { count: missing.length })}</h3>
      <div className="tw-family-new">
        {missing.map(({ axisValues, sku }) => (
          <div key={keyOf(axisValues)}>
            <span>{axisValues.join(' / ')}</span>
            <Input
              aria-label={`SKU ${axisValues.join(' / ')}`}
              value={sku}
              maxLength={60}
              onChange={(event) => form.setFieldValue(['skus', keyOf(axisValues)], event.target.value)}
            />
          </div>
        ))}
      </div>
    </>
  );
}
