import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  CARRIERS,
  channelOptions,
  getUpsAuth,
  listChannels,
  saveChannel,
  UPS_SERVICES,
} from '@tradewind/contract/logistics.ts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useCountries } from '../../components/countries.ts';
import { FormDrawer, type FormValues } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';

export type ChannelRow = ResultOf<typeof listChannels>['list'][number];

const SERVICES = Object.entries(UPS_SERVICES).map(([value, label]) => ({ value, label: `${value} · ${label}` }));

/** Without a channel: a new one. */
export function ChannelForm({ channel, onClose }: { channel?: ChannelRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const countries = useCountries();
  const initial = channel
    ? {
        id: channel.id,
        version: channel.version,
        name: channel.name,
        carrier: channel.carrier,
        carrierAccountId: channel.carrierAccountId,
        serviceCode: channel.serviceCode || undefined,
        allowedServices: channel.allowedServices,
        platformCarrierCode: channel.platformCarrierCode,
        countries: channel.countries,
        enabled: channel.enabled,
      }
    : { carrier: 'ups', allowedServices: [], countries: [], platformCarrierCode: 'UPS', enabled: true };
  return (
    <FormDrawer
      open
      title={t(channel ? 'editChannel' : 'addChannel')}
      call={saveChannel}
      verb={t('saveChannel')}
      success={t('channelSaved')}
      refresh={[listChannels, channelOptions, getUpsAuth]}
      initial={{ channel: initial }}
      toInput={toInput}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'channel.name', label: t('channelName'), required: true, max: 60 },
        {
          kind: 'select',
          name: 'channel.carrier',
          label: t('carrier'),
          required: true,
          half: true,
          options: CARRIERS.map((value) => ({ value, label: t(`carriers.${value}`) })),
        },
        {
          kind: 'text',
          name: 'channel.platformCarrierCode',
          label: t('platformCode'),
          required: true,
          half: true,
          max: 60,
          help: t('platformCodeHelp'),
        },
      ]}
    >
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => (getFieldValue(['channel', 'carrier']) === 'ups' ? <UpsFields /> : null)}
      </Form.Item>
      <FormFields
        fields={[
          { kind: 'multi', name: 'channel.countries', label: t('zones'), help: t('zonesHelp'), options: countries },
          { kind: 'switch', name: 'channel.enabled', label: t('enabled') },
        ]}
      />
    </FormDrawer>
  );
}

/** Only a carrier's account has services. */
function toInput(values: FormValues): unknown {
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(values.channel ?? {}));
  const channel: Record<string, unknown> = { ...given, countries: given.countries ?? [] };
  if (channel.carrier !== 'ups')
    return { channel: { ...channel, carrierAccountId: null, serviceCode: '', allowedServices: [] } };
  return {
    channel: { ...channel, serviceCode: channel.serviceCode ?? '', allowedServices: channel.allowedServices ?? [] },
  };
}

function UpsFields(): ReactNode {
  const { t } = useTranslation('logistics');
  const accounts = useCall(getUpsAuth, {});
  return (
    <FormFields
      fields={[
        {
          kind: 'select',
          name: 'channel.carrierAccountId',
          label: t('account'),
          required: true,
          loading: accounts.isPending,
          options: (accounts.data?.list ?? []).map((one) => ({
            value: one.id,
            label: `${one.name} · ${one.accountNumber}`,
          })),
        },
        {
          kind: 'multi',
          name: 'channel.allowedServices',
          label: t('services'),
          options: SERVICES,
          help: t('allowedHelp'),
        },
        {
          kind: 'select',
          name: 'channel.serviceCode',
          label: t('fixedService'),
          options: SERVICES,
          help: t('fixedServiceHelp'),
        },
      ]}
    />
  );
}
