import { BATTERY_KINDS, BATTERY_RULES, type BatteryKind } from '@tradewind/contract/catalog/batteries.ts';
import { PAPER_KINDS, type PaperRow, savePaper } from '@tradewind/contract/catalog.ts';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentFiles } from '../../../components/document-files.tsx';
import { type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
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
        battery: paper.battery,
        batteryContent: paper.batteryContent,
        batteryCount: paper.batteryCount,
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
      toInput={({ validFrom, expiresOn, battery, batteryContent, batteryCount, ...values }) => ({
        ...values,
        ...(values.kind === 'un383' ? { battery, batteryContent, batteryCount } : {}),
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
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) =>
          getFieldValue('kind') === 'un383' && <BatteryFields battery={getFieldValue('battery')} />
        }
      </Form.Item>
      <h3 className="tw-section-title">{t('papers.files')}</h3>
      {paper ? (
        <DocumentFiles docKind="compliance_paper" docId={paper.id} refresh={PAPER_CALLS} />
      ) : (
        <p className="tw-muted">{t('papers.fileHint')}</p>
      )}
    </FormDrawer>
  );
}

/** The battery in a unit: the mark and the declaration of the parcel say it. */
function BatteryFields({ battery }: { battery?: BatteryKind | null }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <>
      <h3 className="tw-section-title">{t('papers.batteryTitle')}</h3>
      <FormFields<typeof savePaper>
        fields={[
          {
            kind: 'select',
            name: 'battery',
            label: t('papers.battery'),
            help: t('papers.batteryHelp'),
            options: optionsOf(BATTERY_KINDS, (kind) => t(`papers.batteries.${kind}`)),
          },
          {
            kind: 'decimal',
            name: 'batteryContent',
            label: t('papers.batteryContent'),
            half: true,
            suffix: battery ? BATTERY_RULES[battery].unit : 'Wh / g',
          },
          { kind: 'number', name: 'batteryCount', label: t('papers.batteryCount'), half: true, min: 1 },
        ]}
      />
    </>
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
