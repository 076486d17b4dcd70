import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PublicLayout } from './public-layout.tsx';
import './visitors.css';

const POINTS = ['never', 'once', 'trace', 'scan', 'safe', 'both'] as const;

/** The product for whoever comes by. */
export default function Visitors(): ReactNode {
  const { t } = useTranslation();
  return (
    <PublicLayout title={t('visit.headline')} intro={t('visit.lead')} wide>
      <div className="tw-visit-doors">
        <Link to="/companyRegister">
          <Button type="primary" size="large">
            {t('visit.register')}
          </Button>
        </Link>
        <Link to="/login">
          <Button size="large">{t('visit.login')}</Button>
        </Link>
        <Link to="/Nologinrequired">{t('visit.supported')}</Link>
      </div>
      <ul className="tw-visit-points">
        {POINTS.map((key) => (
          <li key={key}>
            <strong>{t(`visit.points.${key}.title`)}</strong>
            <div className="tw-muted">{t(`visit.points.${key}.text`)}</div>
          </li>
        ))}
      </ul>
    </PublicLayout>
  );
}
