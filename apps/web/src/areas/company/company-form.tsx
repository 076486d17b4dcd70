import type { ResultOf } from '@tradewind/contract/call.ts';
import { getCompanyByCustomerId, updateCompany } from '@tradewind/contract/company.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../api/toast.ts';
import { useCountries } from '../../components/countries.ts';
import { type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';
import { CitySelect, ProvinceSelect } from '../../components/region-select.tsx';

const COUNTRY = ['company', 'country'];
const PROVINCE = ['company', 'province'];
const CITY = ['company', 'city'];
type Company = ResultOf<typeof getCompanyByCustomerId>;

export function CompanyForm({
  company,
  open,
  onClose,
  onReload,
}: {
  company: Company;
  open: boolean;
  onClose: () => void;
  onReload: () => void;
}): ReactNode {
  const { t } = useTranslation('company');
  const { name, licenceNumber, country, province, city, address, contact, phone, email, timeZone, settings, version } =
    company;
  return (
    <FormDrawer
      key={version}
      open={open}
      title={t('edit')}
      call={updateCompany}
      verb={t('save')}
      refresh={[getCompanyByCustomerId, getUserInfoMain]}
      initial={{
        company: { name, licenceNumber, country, province, city, address, contact, phone, email, timeZone },
        settings,
      }}
      toInput={(values) => ({ ...values, company: { ...values.company, version } })}
      onDone={({ applied }) => toast.success(t(applied ? 'applied' : 'saved'))}
      onClose={onClose}
      onReload={onReload}
      fields={useFields()}
    />
  );
}

function useFields(): FieldsOf<typeof updateCompany> {
  const { t } = useTranslation('company');
  const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));
  return [
    { kind: 'text', name: 'company.name', label: t('name'), help: t('approvedHint') },
    { kind: 'text', name: 'company.licenceNumber', label: t('number') },
    { kind: 'select', name: 'company.country', label: t('country'), options: useCountries() },
    {
      kind: 'custom',
      name: 'company.province',
      label: t('province'),
      half: true,
      control: <ProvinceSelect country={COUNTRY} city={CITY} />,
    },
    {
      kind: 'custom',
      name: 'company.city',
      label: t('city'),
      half: true,
      control: <CitySelect country={COUNTRY} province={PROVINCE} />,
    },
    { kind: 'text', name: 'company.address', label: t('address') },
    { kind: 'text', name: 'company.contact', label: t('contact'), half: true },
    { kind: 'text', name: 'company.phone', label: t('phone'), half: true },
    { kind: 'text', name: 'company.email', label: t('email'), half: true },
    { kind: 'select', name: 'company.timeZone', label: t('timeZone'), half: true, options: zones },
    {
      kind: 'number',
      name: 'settings.passwordDays',
      label: t('passwordDays'),
      required: true,
      half: true,
      help: t('passwordDaysHelp'),
    },
    {
      kind: 'number',
      name: 'settings.idleMinutes',
      label: t('idleMinutes'),
      required: true,
      half: true,
      help: t('idleHelp'),
    },
    { kind: 'switch', name: 'settings.watermark', label: t('watermark') },
    {
      kind: 'switch',
      name: 'settings.secondFactor',
      label: t('secondFactor'),
      half: true,
      help: t('secondFactorHelp'),
    },
    {
      kind: 'switch',
      name: 'settings.rememberBrowsers',
      label: t('rememberBrowsers'),
      half: true,
      help: t('rememberHelp'),
    },
  ];
}
