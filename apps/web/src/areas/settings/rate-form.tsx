import type { InputOf } from '@tradewind/contract/call.ts';
import { listExchangeRates, listRateHistory, saveExchangeRate } from '@tradewind/contract/settings.ts';
import { Alert, Checkbox, Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../components/currencies.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { formatPercent } from '../../components/format.ts';

/** A larger change is more often a typing error, and the server then asks for `sure`. */
const JUMP = 0.2;

interface RateFormProps {
  baseCurrency: string;
  today: string;
  /** Today's rates by currency, to measure the change. */
  present: ReadonlyMap<string, string>;
  /** Set: the form asks only for day and value. */
  currency?: string;
  onClose: () => void;
}

export function RateForm({ baseCurrency, today, present, currency, onClose }: RateFormProps): ReactNode {
  const { t } = useTranslation('settings');
  const options = useMemo(() => currencyOptions(baseCurrency), [baseCurrency]);
  return (
    <FormDrawer
      open
      title={currency ? `${t('set')} · ${currency}` : t('set')}
      call={saveExchangeRate}
      verb={t('save')}
      success={t('saved')}
      refresh={[listExchangeRates, listRateHistory]}
      initial={{ ...(currency ? { currency } : {}), onDay: today }}
      toInput={({ sure = false, ...values }: InputOf<typeof saveExchangeRate>) => ({ ...values, sure })}
      onClose={onClose}
      fields={[
        { kind: 'select', name: 'currency', label: t('currency'), disabled: currency !== undefined, options },
        { kind: 'date', name: 'onDay', label: t('day'), help: t('dayHelp') },
        {
          kind: 'decimal',
          name: 'toBase',
          label: t('value'),
          suffix: baseCurrency,
          help: t('valueHelp'),
          pattern: { value: /^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,8})?$/, message: t('valueBad') },
        },
      ]}
    >
      <Step present={present} />
    </FormDrawer>
  );
}

/** How far the typed rate is from the current one; a large change needs a confirmation. */
function Step({ present }: { present: ReadonlyMap<string, string> }): ReactNode {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const currency: unknown = Form.useWatch('currency', { form, preserve: true });
  const typed = Number(Form.useWatch('toBase', form));
  const before = Number(present.get(String(currency)) ?? 0);
  if (!before || !typed || typed < 0) return null;
  const change = typed / before - 1;
  if (Math.abs(change) <= JUMP)
    return change === 0 ? null : (
      <p className="tw-muted">
        {t('change')} {formatPercent(change, 2)}
      </p>
    );
  return (
    <Alert
      type="warning"
      showIcon
      title={t('jumpTitle')}
      description={
        <>
          <p>
            {t('change')} {formatPercent(change, 1)} · {t('previous')} {before}
          </p>
          <Form.Item name="sure" valuePropName="checked" noStyle>
            <Checkbox>{t('jumpSave')}</Checkbox>
          </Form.Item>
        </>
      }
    />
  );
}
