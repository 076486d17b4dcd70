import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getCompanyByCustomerId } from '@tradewind/contract/company.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { useCountries } from '../../../components/countries.ts';
import { Facts } from '../../../components/facts.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { useUser } from '../../../shell/session.ts';
import { ArchiveBox } from '../archive-box.tsx';
import { ChangeNote } from '../change-note.tsx';
import { CompanyForm } from '../company-form.tsx';
import { LicenceBox, LogoBox } from '../pictures.tsx';
import { PlanPanel } from '../plan-panel.tsx';
import '../company.css';

type Company = ResultOf<typeof getCompanyByCustomerId>;

export default function CompanyPage(): ReactNode {
  const { t } = useTranslation('company');
  const may = useMay()(rights.company.edit);
  const company = useCall(getCompanyByCustomerId, {});
  const user = useUser();
  const [editing, setEditing] = useState(false);
  if (company.error) return <PageError error={company.error} onRetry={() => void company.refetch()} />;
  const it = company.data;
  if (!it) return <Skeleton active style={{ padding: 24 }} />;
  return (
    <div className="tw-company">
      <ChangeNote change={it.change} may={may} />
      {user.mainAccount && <Link to="/system/personal-data">{t('title.personalData')}</Link>}
      {user.provider && <Link to="/system/applications">{t('title.applications')}</Link>}
      <section className="tw-panel">
        <div className="tw-company-head">
          <h2>{t('facts')}</h2>
          {may && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          )}
        </div>
        <CompanyFacts company={it} />
      </section>
      <section className="tw-panel">
        <h2>{t('settings')}</h2>
        <SettingFacts settings={it.settings} />
      </section>
      <PlanPanel />
      <section className="tw-panel">
        <h2>{t('pictures')}</h2>
        <div className="tw-company-pictures">
          <LogoBox has={it.logo} version={it.version} may={may} />
          <LicenceBox has={it.licence !== null} may={may} see />
        </div>
      </section>
      {user.mainAccount && !user.sample && <ArchiveBox />}
      {may && (
        <CompanyForm
          company={it}
          open={editing}
          onClose={() => setEditing(false)}
          onReload={() => void company.refetch()}
        />
      )}
    </div>
  );
}

function CompanyFacts({ company }: { company: Company }): ReactNode {
  const { t } = useTranslation('company');
  const countries = useCountries();
  return (
    <Facts
      columns={3}
      items={[
        [t('name'), company.name],
        [t('number'), company.licenceNumber],
        [t('customerId'), company.customerId],
        [t('country'), countries.find(({ value }) => value === company.country)?.label ?? company.country],
        [t('province'), company.province],
        [t('city'), company.city],
        [t('address'), company.address],
        [t('contact'), company.contact],
        [t('phone'), company.phone],
        [t('email'), company.email],
        [t('timeZone'), company.timeZone],
        [t('baseCurrency'), company.baseCurrency],
      ]}
    />
  );
}

function SettingFacts({ settings }: { settings: Company['settings'] }): ReactNode {
  const { t } = useTranslation('company');
  const { passwordDays, idleMinutes, watermark, secondFactor, rememberBrowsers } = settings;
  return (
    <Facts
      columns={3}
      items={[
        [t('passwordDays'), t('days', { count: passwordDays })],
        [t('idleMinutes'), idleMinutes === 0 ? t('never') : t('minutes', { count: idleMinutes })],
        [t('watermark'), t(watermark ? 'on' : 'off')],
        [t('secondFactor'), t(secondFactor ? 'on' : 'off')],
        [t('rememberBrowsers'), t(rememberBrowsers ? 'on' : 'off')],
      ]}
    />
  );
}
