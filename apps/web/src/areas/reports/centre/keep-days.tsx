import { getReportCentre, saveFileDays } from '@tradewind/contract/reports/requests.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';

/** For how long files are kept; a main account changes it. */
export function KeepDays({ days, maySave }: { days: number; maySave: boolean }): ReactNode {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  const said = t('centre.keep', { days });
  if (!maySave) return <span className="tw-muted">{said}</span>;
  return (
    <>
      <Button type="text" onClick={() => setOpen(true)}>
        {said}
      </Button>
      <FormDrawer
        open={open}
        title={t('centre.keepDays')}
        call={saveFileDays}
        initial={{ days }}
        verb={t('centre.save')}
        success={t('centre.saved')}
        refresh={[getReportCentre]}
        onClose={() => setOpen(false)}
        fields={[{ kind: 'number', name: 'days', label: t('centre.keepDays'), help: t('centre.keepHelp') }]}
      />
    </>
  );
}
