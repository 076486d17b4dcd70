import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  getSupplier,
  INSTALMENTS,
  listSuppliers,
  type SupplierRow,
  saveSupplier,
  supplierTabs,
} from '@tradewind/contract/procurement.ts';
import { Button, Form, InputNumber, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../components/currencies.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import './procurement.css';

interface Term {
  percent?: string | null;
  when?: SupplierRow['terms'][number]['when'];
  days?: number | null;
}
type Values = Typed<typeof saveSupplier, { terms?: Term[] }>;
/** Only these are followed by days. */
const counted = (when: Term['when']) => when === 'receipt' || when === 'monthEnd';

/** Adds or edits a supplier. Bank details have a form of their own. */
export function SupplierForm({
  supplier,
  onClose,
  onReload,
}: {
  supplier?: SupplierRow;
  onClose: () => void;
  onReload?: () => void;
}): ReactNode {
  const { t } = useTranslation('procurement');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return (
    <FormDrawer
      open
      key={supplier ? `${supplier.id}/${supplier.version}` : 'new'}
      size={640}
      title={supplier ? `${t('edit')} ${supplier.code}` : t('add')}
      call={saveSupplier}
      initial={startOf(supplier)}
      toInput={({ terms = [], leadDays, minimumAmount, minimumUnits, ...values }: Values) => ({
        ...values,
        leadDays: leadDays ?? null,
        minimumAmount: minimumAmount || null,
        minimumUnits: minimumUnits || null,
        terms: terms.map(({ percent, when = 'order', days }) => ({
          percent: String(percent ?? ''),
          when,
          days: counted(when) ? (days ?? 0) : 0,
        })),
        ...(supplier ? { id: supplier.id, version: supplier.version } : { idempotencyKey }),
      })}
      verb={t('save')}
      success={t('saved')}
      refresh={[listSuppliers, supplierTabs, getSupplier]}
      onClose={onClose}
      {...(onReload ? { onReload } : {})}
    >
      <Sections />
    </FormDrawer>
  );
}

function startOf(supplier: SupplierRow | undefined) {
  if (!supplier) return { currency: 'CNY', terms: [] };
  const { code, nameZh, nameEn, contact, phone, email, wechat, address, currency } = supplier;
  const { terms, leadDays, minimumAmount, minimumUnits, taxId, shop1688, remark } = supplier;
  return {
    ...{ code, nameZh, nameEn, contact, phone, email, wechat, address, currency },
    ...{ terms, leadDays, minimumAmount, minimumUnits, taxId, shop1688, remark },
  };
}

function Sections(): ReactNode {
  const { t } = useTranslation('procurement');
  const currency = Form.useWatch<string | undefined>('currency');
  const names: FieldsOf<Values> = [
    { kind: 'text', name: 'nameZh', label: t('nameZh'), half: true },
    { kind: 'text', name: 'nameEn', label: t('nameEn'), half: true, help: t('oneName') },
    { kind: 'text', name: 'code', label: t('code'), half: true, help: t('codeHelp') },
    { kind: 'text', name: 'taxId', label: t('taxId'), half: true },
  ];
  const contact: FieldsOf<Values> = [
    { kind: 'text', name: 'contact', label: t('contact'), half: true },
    { kind: 'text', name: 'phone', label: t('phone'), half: true },
    { kind: 'text', name: 'wechat', label: t('wechat'), half: true },
    { kind: 'text', name: 'email', label: t('email'), half: true },
    { kind: 'text', name: 'address', label: t('address') },
  ];
  const trade: FieldsOf<Values> = [
    { kind: 'select', name: 'currency', label: t('currency'), half: true, options: currencyOptions() },
    {
      kind: 'decimal',
      name: 'minimumAmount',
      label: t('minimumAmount'),
      half: true,
      ...(currency ? { suffix: currency } : {}),
    },
    { kind: 'number', name: 'minimumUnits', label: t('minimumUnits'), half: true, min: 1, help: t('minimumUnitsHelp') },
    { kind: 'number', name: 'leadDays', label: t('leadDays'), half: true, suffix: t('days'), help: t('leadHelp') },
    { kind: 'text', name: 'shop1688', label: t('shop1688'), half: true, help: t('shopHelp') },
  ];
  return (
    <>
      <FormFields<Values> fields={names} />
      <h3 className="tw-section-title">{t('contactPart')}</h3>
      <FormFields<Values> fields={contact} />
      <h3 className="tw-section-title">{t('tradePart')}</h3>
      <FormFields<Values> fields={trade} />
      <h3 className="tw-section-title">{t('terms')}</h3>
      <p className="tw-muted">{t('termsHelp')}</p>
      <Terms />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('remark') }]} />
    </>
  );
}

function Terms(): ReactNode {
  const { t } = useTranslation('procurement');
  const terms = (Form.useWatch('terms') as (Term | undefined)[] | undefined) ?? [];
  const sum = terms.reduce((total, one) => total + Number(one?.percent ?? 0), 0);
  const whens = INSTALMENTS.map((value) => ({ value, label: t(`whens.${value}`) }));
  return (
    <Form.List name="terms">
      {(rows, { add, remove }) => (
        <div className="tw-form-rows">
          {rows.map(({ key, name }) => (
            <div key={key} className="tw-form-row">
              <Form.Item
                name={[name, 'percent']}
                rules={[{ required: true, message: t('form.required', { name: t('percent') }) }]}
              >
                <InputNumber<string>
                  stringMode
                  min="0.01"
                  max="100"
                  precision={2}
                  controls={false}
                  suffix="%"
                  formatter={(value) => (value === undefined || value === '' ? '' : String(Number(value)))}
                  aria-label={t('percent')}
                />
              </Form.Item>
              <Form.Item name={[name, 'when']} className="tw-wide">
                <Select options={whens} aria-label={t('when')} />
              </Form.Item>
              {counted(terms[name]?.when) && (
                <Form.Item name={[name, 'days']}>
                  <InputNumber
                    min={0}
                    max={365}
                    precision={0}
                    controls={false}
                    suffix={t('days')}
                    aria-label={t('days')}
                  />
                </Form.Item>
              )}
              <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeTerm')} onClick={() => remove(name)} />
            </div>
          ))}
          <div className="tw-form-row">
            <Button
              icon={<PlusOutlined />}
              onClick={() =>
                add({ percent: String(Math.max(0, 100 - sum)), when: rows.length === 0 ? 'order' : 'dispatch' })
              }
            >
              {t('addTerm')}
            </Button>
            {terms.length > 0 && sum !== 100 && <span className="tw-form-sum">{t('termsLeft', { sum })}</span>}
          </div>
        </div>
      )}
    </Form.List>
  );
}
