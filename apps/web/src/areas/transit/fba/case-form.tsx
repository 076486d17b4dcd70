import { CASE_STATES, type FbaCase, saveFbaCase } from '@tradewind/contract/transit.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import { FBA_CHANGED } from '../state.ts';

/** The claim status of a discrepancy case, with its evidence. */
export function CaseForm({ row, onClose }: { row: FbaCase; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const { id, version, state, dueOn, claim, amount, currency, remark } = row;
  return (
    <FormDrawer
      open
      title={t('caseTitle', { number: row.number })}
      call={saveFbaCase}
      initial={{
        id,
        version,
        state,
        dueOn,
        claim,
        currency,
        remark,
        amount: amount?.replace(/(\.\d\d)\d*$/, '$1'),
      }}
      toInput={({ amount, currency, ...values }) => ({
        ...values,
        amount: amount || null,
        currency: currency?.toUpperCase(),
      })}
      verb={t('saveCase')}
      success={t('saved')}
      refresh={FBA_CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'state',
          label: t('stateTitle'),
          half: true,
          options: optionsOf(CASE_STATES, (state) => t(`caseState.${state}`)),
        },
        { kind: 'date', name: 'dueOn', label: t('dueOn'), half: true },
        { kind: 'text', name: 'claim', label: t('claim') },
        { kind: 'decimal', name: 'amount', label: t('reimbursed'), half: true },
        { kind: 'text', name: 'currency', label: t('currency'), required: true, half: true, max: 3 },
        { kind: 'textarea', name: 'remark', label: t('remark') },
      ]}
    >
      <h3>{t('evidence')}</h3>
      <DocumentFiles docKind="fba_case" docId={row.id} refresh={[]} />
    </FormDrawer>
  );
}
