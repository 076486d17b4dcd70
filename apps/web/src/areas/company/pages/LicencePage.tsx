import { rights } from '@tradewind/contract/access/modules.ts';
import { getCompanyByCustomerId } from '@tradewind/contract/company.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { ChangeNote } from '../change-note.tsx';
import { LicenceBox } from '../pictures.tsx';
import '../company.css';

export default function LicencePage(): ReactNode {
  const { t } = useTranslation('company');
  const may = useMay(rights.company)(rights.company.edit);
  const company = useCall(getCompanyByCustomerId, {});
  if (company.error) return <PageError error={company.error} onRetry={() => void company.refetch()} />;
  if (!company.data) return <Skeleton active style={{ padding: 24 }} />;
  return (
    <div className="tw-company">
      <ChangeNote change={company.data.change} may={may} />
      <section className="tw-panel">
        <p>{t('licencePage')}</p>
        <LicenceBox has={company.data.licence !== null} may={may} see={may} />
      </section>
    </div>
  );
}
