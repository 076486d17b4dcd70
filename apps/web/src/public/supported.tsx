import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { platformNames } from '../platform-names.ts';
import { PublicLayout } from './public-layout.tsx';
import './visitors.css';

const CARRIERS = ['UPS'];
const PLANNED_CARRIERS = ['eDIS'];

/** What can be connected, and what is not ready, said apart. */
export default function Supported(): ReactNode {
  const { t } = useTranslation();
  return (
    <PublicLayout title={t('title.supported')} intro={t('supported.intro')} wide>
      <Group title={t('supported.platforms')} ready={platformNames()} />
      <Group
        title={t('supported.warehouses')}
        ready={[t('supported.own'), t('supported.rented')]}
        planned={[t('supported.more')]}
      />
      <Group title={t('supported.carriers')} ready={CARRIERS} planned={PLANNED_CARRIERS} />
      <div className="tw-visit-doors">
        <Link to="/Nologinrequiredhome">{t('title.visitors')}</Link>
        <Link to="/companyRegister">{t('visit.register')}</Link>
      </div>
    </PublicLayout>
  );
}

function Group({ title, ready, planned = [] }: { title: string; ready: string[]; planned?: string[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className="tw-visit-group">
      <h2>{title}</h2>
      <h3>{t('supported.ready')}</h3>
      <ul>
        {ready.map((name) => (
          <li key={name} data-ready>
            <CheckCircleFilled aria-hidden /> {name}
          </li>
        ))}
      </ul>
      {planned.length > 0 && (
        <>
          <h3>{t('supported.planned')}</h3>
          <ul>
            {planned.map((name) => (
              <li key={name} className="tw-muted">
                <ClockCircleOutlined aria-hidden /> {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
