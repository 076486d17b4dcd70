import { PAPER_KINDS, type PaperRow, savePaper } from '@tradewind/contract/catalog.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';
import { optionsOf } from '../../../components/list-page.tsx';
import { useCountryChoices } from './countries.ts';
import { PAPER_CALLS } from './paper-calls.ts';

interface PaperFormProps {
  productId: number;
  paper: PaperRow | undefined;
  onClose: () => void;
}

/** Adds a compliance paper, or changes one and its files. */
export function PaperForm({ productId, paper, onClose }: PaperFormProps): ReactNode {
  const { t } = useTranslation('catalog');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const initial = paper
    ? {
        kind: paper.kind,
        country: paper.country,
        number: paper.number,
        validFrom: paper.validFrom,
        expiresOn: paper.expiresOn,
        remark: paper.remark,
      }
    : { country: '*' };
  return (
    <FormDrawer
      open
      key={paper?.id ?? 'new'}
      size={560}
      title={t(paper ? 'papers.edit' : 'papers.add')}
      call={savePaper}
      initial={initial}
      toInput={({ validFrom, expiresOn, ...values }) => ({
        ...values,
        validFrom: validFrom ?? null,
        expiresOn: expiresOn ?? null,
        productId,
        ...(paper ? { id: paper.id, version: paper.version } : { idempotencyKey }),
      })}
      verb={t('papers.save')}
      success={t('papers.saved')}
      refresh={PAPER_CALLS}
      onClose={onClose}
      fields={useFields()}
    >
      <h3 className="tw-section-title">{t('papers.files')}</h3>
      {paper ? (
        <DocumentFiles docKind="compliance_paper" docId={paper.id} refresh={PAPER_CALLS} />
      ) : (
        <p className="tw-muted">{t('papers.fileHint')}</p>
      )}
    </FormDrawer>
  );
}

function useFields(): FieldsOf<typeof savePaper> {
  const { t } = useTranslation('catalog');
  const { options } = useCountryChoices();
  const countries = options.map((one) => (one.value === '*' ? { ...one, label: t('papers.everywhere') } : one));
  return [
    {
      kind: 'select',
      name: 'kind',
      label: t('papers.kind'),
      half: true,
      options: optionsOf(PAPER_KINDS, (kind) => t(`papers.kinds.${kind}`)),
    },
    { kind: 'select', name: 'country', label: t('papers.country'), half: true, required: true, options: countries },
    { kind: 'text', name: 'number', label: t('papers.number') },
    { kind: 'date', name: 'validFrom', label: t('papers.validFrom'), half: true },
    { kind: 'date', name: 'expiresOn', label: t('papers.expiresOn'), half: true, help: t('papers.expiresHelp') },
    { kind: 'textarea', name: 'remark', label: t('papers.remark'), max: 500 },
  ];
}
