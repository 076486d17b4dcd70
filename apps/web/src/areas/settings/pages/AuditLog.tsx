import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Views } from '../../../components/views.tsx';
import { AuditEntries } from '../audit/entries.tsx';
import { BuyerReads } from '../audit/reads.tsx';

const VIEWS = { entries: AuditEntries, reads: BuyerReads } as const;
const NAMES = ['entries', 'reads'] as const;

/** Who changed what, and who read the data of buyers. */
export default function AuditLog(): ReactNode {
  const { t } = useTranslation('settings');
  const [params, setParams] = useSearchParams();
  const view = NAMES.find((name) => name === params.get('view')) ?? 'entries';
  const View = VIEWS[view];
  return (
    <>
      <Views
        label={t('audit.view')}
        value={view}
        options={NAMES.map((value) => ({ value, label: t(`audit.views.${value}`) }))}
        onChange={(next) => setParams(next === 'entries' ? {} : { view: next })}
      />
      <View key={view} />
    </>
  );
}
