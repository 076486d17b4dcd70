import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { PAPER_KINDS } from '@tradewind/contract/catalog.ts';
import {
  type AccountCarrier,
  accountServices,
  CARRIERS,
  CHOICE_RULES,
  channelOptions,
  DUTY_TERMS,
  getUpsAuth,
  hasAccounts,
  listCarriers,
  listChannels,
  PRICE_RISE,
  saveChannel,
} from '@tradewind/contract/logistics.ts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useCountries } from '../../components/countries.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { optionsOf } from '../../components/list-page.tsx';
import { useSavedStep } from '../../components/setup.ts';

export type ChannelRow = ResultOf<typeof listChannels>['list'][number];

/** Without a channel: a new one. */
export function ChannelForm({ channel, onClose }: { channel?: ChannelRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const countries = useCountries();
  const saved = useSavedStep();
  const initial = channel
    ? {
        name: channel.name,
        carrier: CARRIERS.find((one) => one === channel.carrier),
        carrierAccountId: channel.carrierAccountId,
        serviceCode: channel.serviceCode || undefined,
        allowedServices: channel.allowedServices,
        chooseBy: channel.chooseBy,
        priceRisePercent: channel.priceRisePercent,
        platformCarrierCode: channel.platformCarrierCode,
        countries: channel.countries,
        demands: channel.demands,
        dutyTerms: channel.dutyTerms,
        checksAddresses: channel.checksAddresses,
        sendsInvoice: channel.sendsInvoice,
        postal: channel.postal,
        signature: channel.signature,
        enabled: channel.enabled,
      }
    : {
        carrier: 'ups' as const,
        allowedServices: [],
        chooseBy: 'price' as const,
        priceRisePercent: PRICE_RISE,
        countries: [],
        demands: [],
        dutyTerms: 'DAP' as const,
        postal: false,
        signature: false,
        platformCarrierCode: 'UPS',
        enabled: true,
      };
  return (
    <FormDrawer
      open
      title={t(channel ? 'editChannel' : 'addChannel')}
      call={saveChannel}
      verb={t('saveChannel')}
      onDone={() => void saved(t('channelSaved'))}
      refresh={[listChannels, channelOptions, getUpsAuth]}
      initial={{ channel: initial }}
      toInput={(values) => ({
        channel: { ...inputOf(values.channel), ...(channel ? { id: channel.id, version: channel.version } : {}) },
      })}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'channel.name', label: t('channelName') },
        {
          kind: 'select',
          name: 'channel.carrier',
          label: t('carrier'),
          half: true,
          options: CARRIERS.map((value) => ({ value, label: t(`carriers.${value}`) })),
        },
        {
          kind: 'text',
          name: 'channel.platformCarrierCode',
          label: t('platformCode'),
          half: true,
          help: t('platformCodeHelp'),
        },
      ]}
    >
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => {
          const carrier = getFieldValue(['channel', 'carrier']);
          const accountId = getFieldValue(['channel', 'carrierAccountId']);
          return hasAccounts(carrier) ? <AccountFields carrier={carrier} accountId={accountId} /> : null;
        }}
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => <SignatureField carrier={getFieldValue(['channel', 'carrier'])} />}
      </Form.Item>
      <FormFields<typeof saveChannel>
        fields={[
          { kind: 'multi', name: 'channel.countries', label: t('zones'), help: t('zonesHelp'), options: countries },
          {
            kind: 'multi',
            name: 'channel.demands',
            label: t('demands'),
            help: t('demandsHelp'),
            options: optionsOf(PAPER_KINDS, (kind) => t(`paperKinds.${kind}`)),
          },
          {
            kind: 'select',
            name: 'channel.dutyTerms',
            label: t('customs.terms'),
            help: t('customs.termsHelp'),
            required: true,
            options: optionsOf(DUTY_TERMS, (terms) => t(`customs.term.${terms}`)),
          },
          { kind: 'switch', name: 'channel.postal', label: t('customs.postal'), help: t('customs.postalHelp') },
          { kind: 'switch', name: 'channel.enabled', label: t('enabled') },
        ]}
      />
    </FormDrawer>
  );
}

/** Own delivery, and carriers that sell it. */
function SignatureField({ carrier }: { carrier: string }): ReactNode {
  const { t } = useTranslation('logistics');
  const carriers = useCall(listCarriers, {});
  const sold = carriers.data?.list.some((one) => one.carrier === carrier && one.signature);
  if (carrier !== 'own' && !sold) return null;
  return (
    <FormFields<typeof saveChannel>
      fields={[{ kind: 'switch', name: 'channel.signature', label: t('signature'), help: t('signatureHelp') }]}
    />
  );
}

type Channel = InputOf<typeof saveChannel>['channel'];
/** Only carrier accounts have services. */
function inputOf(channel: Channel): Channel {
  const { countries = [], serviceCode = '', allowedServices = [] } = channel;
  if (hasAccounts(channel.carrier)) return { ...channel, countries, serviceCode, allowedServices };
  return { ...channel, countries, carrierAccountId: null, serviceCode: '', allowedServices: [] };
}

function AccountFields({ carrier, accountId }: { carrier: AccountCarrier; accountId?: number | null }): ReactNode {
  const { t } = useTranslation('logistics');
  const accounts = useCall(getUpsAuth, {});
  const own = accounts.data?.list.filter((one) => one.carrier === carrier) ?? [];
  const account = own.find((one) => one.id === accountId);
  const carriers = useCall(listCarriers, {});
  const { services: fixed = [], takesPapers = false } =
    carriers.data?.list.find((one) => one.carrier === carrier) ?? {};
  const sold = useCall(accountServices, { id: account?.id ?? 0 }, { enabled: account !== undefined && !fixed.length });
  const services = (fixed.length > 0 ? fixed : (sold.data?.list ?? [])).map(({ code, name }) => ({
    value: code,
    label: `${code} · ${name}`,
  }));
  return (
    <FormFields<typeof saveChannel>
      fields={[
        {
          kind: 'select',
          name: 'channel.carrierAccountId',
          label: t('account'),
          required: true,
          loading: accounts.isPending,
          options: own.map((one) => ({ value: one.id, label: `${one.name} · ${one.accountNumber}` })),
        },
        {
          kind: 'multi',
          name: 'channel.allowedServices',
          label: t('services'),
          options: services,
          help: t('allowedHelp'),
        },
        {
          kind: 'select',
          name: 'channel.serviceCode',
          label: t('fixedService'),
          options: services,
          help: t('fixedServiceHelp'),
        },
        {
          kind: 'select',
          name: 'channel.chooseBy',
          label: t('chooseBy'),
          required: true,
          options: optionsOf(CHOICE_RULES, (rule) => t(`choiceRules.${rule}`)),
          help: t('chooseByHelp'),
        },
        {
          kind: 'switch',
          name: 'channel.checksAddresses',
          label: t('checksAddresses'),
          help: t('checksAddressesHelp'),
        },
        {
          kind: 'number',
          name: 'channel.priceRisePercent',
          label: t('priceRise'),
          required: true,
          suffix: '%',
          min: 0,
          max: 1000,
          help: t('priceRiseHelp'),
        },
        ...(takesPapers
          ? [
              {
                kind: 'switch' as const,
                name: 'channel.sendsInvoice' as const,
                label: t('sendsInvoice'),
                help: t('sendsInvoiceHelp'),
              },
            ]
          : []),
      ]}
    />
  );
}
