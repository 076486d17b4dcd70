import { ASSEMBLY_KINDS, type AssemblyDetail, planAssembly, saveAssembly } from '@tradewind/contract/warehouse.ts';
import { Alert, Form } from 'antd';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { propose } from '../../../components/propose.ts';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { useUser } from '../../../shell/session.ts';
import { ProductLines } from '../product-lines.tsx';
import { CHANGED } from './changed.ts';

type Values = Typed<
  typeof saveAssembly,
  { productId: ChosenProduct; lines: { productId: ChosenProduct; each: number }[] }
>;

const chosen = ({ sku, nameZh, nameEn, productId }: Omit<ChosenProduct, 'id'> & { productId: number }) => ({
  ...{ sku, nameZh, nameEn, id: productId },
});

function valuesOf(assembly: AssemblyDetail | undefined): StartOf<Values> {
  if (!assembly) return { kind: 'assemble', quantity: 1, lines: [], idempotencyKey: crypto.randomUUID() };
  const { id, version, kind, warehouseId, quantity, labourCost, remark, lines } = assembly;
  return {
    ...{ id, version, kind, warehouseId, quantity, remark, productId: chosen(assembly) },
    ...(labourCost === null ? {} : { labourCost }),
    lines: lines.map((line) => ({ productId: chosen(line), each: line.each })),
  };
}

/** The recipe fills the parts once kit and warehouse are chosen; a person may change them. */
export function AssemblyForm(props: { assembly: AssemblyDetail | undefined; onClose: () => void }): ReactNode {
  const { assembly, onClose } = props;
  const { t } = useTranslation('warehouse');
  const warehouses = useWarehouseOptions();
  const initial = useMemo(() => valuesOf(assembly), [assembly]);
  return (
    <FormDrawer
      open
      size={720}
      title={assembly ? t('assembly.editTitle', { number: assembly.number }) : t('assembly.addTitle')}
      call={saveAssembly}
      initial={initial}
      toInput={({ productId, lines, labourCost, ...values }: Values) => ({
        ...values,
        productId: productId.id,
        ...(values.kind === 'assemble' && labourCost ? { labourCost } : {}),
        lines: lines.map((line) => ({ productId: line.productId.id, each: line.each })),
      })}
      verb={t('assembly.save')}
      success={t('assembly.saved')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'kind',
          label: t('assembly.kindTitle'),
          half: true,
          options: optionsOf(ASSEMBLY_KINDS, (kind) => t(`assembly.kind.${kind}`)),
        },
        { kind: 'select', name: 'warehouseId', label: t('assembly.warehouse'), half: true, options: warehouses },
        { kind: 'custom', name: 'productId', label: t('assembly.kit'), control: <ProductSelect /> },
        { kind: 'number', name: 'quantity', label: t('assembly.kits'), half: true },
      ]}
    >
      <Labour />
      <Plan isNew={!assembly} />
      <ProductLines name="lines" title={t('assembly.parts')} amount="each" label={t('assembly.each')} />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('assembly.remark') }]} />
    </FormDrawer>
  );
}

/** Labour goes into kits only. People who may not see costs leave it as it is. */
function Labour(): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const seesCosts = useSeesCosts();
  const kind: unknown = Form.useWatch('kind');
  if (!seesCosts || kind === 'disassemble') return null;
  return (
    <FormFields<Values>
      fields={[
        {
          ...{ kind: 'decimal', name: 'labourCost', label: t('assembly.labour'), half: true },
          ...{ suffix: baseCurrency, help: t('assembly.labourHelp') },
        },
      ]}
    />
  );
}

/** Proposes the recipe's parts, and says how many kits the free units are enough for. */
function Plan({ isNew }: { isNew: boolean }): ReactNode {
  const { t } = useTranslation('warehouse');
  const form = Form.useFormInstance();
  const kit = Form.useWatch('productId', form) as ChosenProduct | undefined;
  const warehouseId = Form.useWatch('warehouseId', form) as number | undefined;
  const kind: unknown = Form.useWatch('kind', form);
  const quantity = Number(Form.useWatch('quantity', form) ?? 0);
  const input = { productId: kit?.id ?? 0, ...(warehouseId ? { warehouseId } : {}) };
  const { data } = useCall(planAssembly, input, { enabled: kit !== undefined });
  useEffect(() => {
    if (!data || !isNew || data.recipeId === null) return;
    propose(
      form,
      'lines',
      data.parts.map((part) => ({ productId: chosen(part), each: part.each })),
    );
    if (data.labourCost !== null) propose(form, 'labourCost', data.labourCost);
  }, [data, isNew, form]);
  if (!data || !kit) return null;
  if (data.recipeId === null) return <Alert type="info" showIcon title={t('assembly.noRecipe')} />;
  if (!warehouseId) return null;
  if (kind === 'disassemble')
    return (
      <Alert
        showIcon
        type={quantity > data.available ? 'warning' : 'info'}
        title={t('assembly.kitsFree', { count: data.available })}
      />
    );
  const short = data.parts.filter((part) => part.available < part.each * quantity);
  const lacking = short.map((part) => `${part.sku} × ${part.each * quantity - part.available}`).join(', ');
  return (
    <Alert
      showIcon
      type={short.length > 0 ? 'warning' : 'info'}
      title={t('assembly.possible', { count: data.possible })}
      {...(short.length > 0 ? { description: t('assembly.lacking', { lacking }) } : {})}
    />
  );
}
