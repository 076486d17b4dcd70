import { SettingOutlined } from '@ant-design/icons';
import type { InputOf } from '@tradewind/contract/call.ts';
import { getVendorSettings, saveVendorSettings } from '@tradewind/contract/vendor.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type FieldOf, type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';

const PARTY = ['code', 'name', 'line1', 'city', 'state', 'postalCode', 'country', 'taxId'] as const;

/** The prefix of carton numbers, and the parties on invoices. */
export function VendorSettings(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [open, setOpen] = useState(false);
  if (!may(saveVendorSettings)) return null;
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
  const partyFields = (whose: 'remitTo' | 'billTo') =>
    PARTY.map(
      (part): FieldOf<typeof saveVendorSettings> => ({
        kind: 'text',
        name: `${whose}.${part}`,
        label: t(`vendor.${whose}.${part}`),
        half: true,
      }),
    );
  const fields: FieldsOf<typeof saveVendorSettings> = [
    {
      kind: 'text',
      name: 'gs1Prefix',
      label: t('vendor.gs1Prefix'),
      half: true,
      max: 10,
      help: t('vendor.gs1Help'),
      pattern: { value: /^\d{7,10}$/, message: t('vendor.gs1Wrong') },
    },
    { kind: 'number', name: 'extensionDigit', label: t('vendor.extension'), half: true, required: true },
    { kind: 'decimal', name: 'taxPercent', label: t('vendor.taxPercent'), half: true, required: true },
    { kind: 'number', name: 'netDueDays', label: t('vendor.netDueDays'), half: true, required: true },
    ...partyFields('remitTo'),
    ...partyFields('billTo'),
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

type Party = InputOf<typeof saveVendorSettings>['remitTo'];
const filled = (party: Party | null | undefined): Party =>
  Object.fromEntries(Object.entries(party ?? {}).filter(([, value]) => value));
