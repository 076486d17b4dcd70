import { SettingOutlined } from '@ant-design/icons';
import { getVendorSettings, saveVendorSettings } from '@tradewind/contract/vendor.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { FormDrawer, type FormField } from '../../../components/form-drawer.tsx';

const PARTY = ['code', 'name', 'line1', 'city', 'state', 'postalCode', 'country', 'taxId'] as const;

/** Under which prefix cartons are numbered, and what stands on invoices. */
export function VendorSettings(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const [open, setOpen] = useState(false);
  if (!may('ship') && !may('invoice')) return null;
  return (
    <>
      <Button icon={<SettingOutlined />} onClick={() => setOpen(true)}>
        {t('vendor.settings')}
      </Button>
      {open && <SettingsForm onClose={() => setOpen(false)} />}
    </>
  );
}

function SettingsForm({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const found = useCall(getVendorSettings, {});
  const fields: FormField[] = [
    {
      kind: 'text',
      name: 'gs1Prefix',
      label: t('vendor.gs1Prefix'),
      half: true,
      max: 10,
      help: t('vendor.gs1Help'),
      pattern: { value: /^\d{7,10}$/, message: t('vendor.gs1Wrong') },
    },
    { kind: 'number', name: 'extensionDigit', label: t('vendor.extension'), half: true, max: 9, required: true },
    { kind: 'decimal', name: 'taxPercent', label: t('vendor.taxPercent'), half: true, required: true },
    { kind: 'number', name: 'netDueDays', label: t('vendor.netDueDays'), half: true, max: 365, required: true },
    ...PARTY.map(
      (part): FormField => ({ kind: 'text', name: `remitTo.${part}`, label: t(`vendor.remitTo.${part}`), half: true }),
    ),
    ...PARTY.map(
      (part): FormField => ({ kind: 'text', name: `billTo.${part}`, label: t(`vendor.billTo.${part}`), half: true }),
    ),
  ];
  return (
    <FormDrawer
      open
      key={found.data ? 'there' : 'loading'}
      title={t('vendor.settings')}
      call={saveVendorSettings}
      loading={found.isPending}
      error={found.error}
      initial={{ ...found.data }}
      toInput={(values) => {
        const billTo = filled(values.billTo);
        return { ...values, remitTo: filled(values.remitTo), billTo: Object.keys(billTo).length > 0 ? billTo : null };
      }}
      verb={t('vendor.saveSettings')}
      success={t('vendor.settingsSaved')}
      refresh={[getVendorSettings]}
      onClose={onClose}
      fields={fields}
    />
  );
}

const filled = (party: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((party ?? {}) as Record<string, string | undefined>).flatMap(([key, value]) =>
      value ? [[key, value]] : [],
    ),
  );
