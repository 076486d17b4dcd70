import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  importStatement,
  previewStatement,
  STATEMENT_FIELDS,
  statementErrors,
  statementIssuers,
  uploadStatement,
} from '@tradewind/contract/finance.ts';
import { Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { columnOptions, SheetDrop, SheetPreview } from '../../../components/mapped-sheet.tsx';
import { OF_STATEMENT } from './statement-calls.ts';

type Uploaded = ResultOf<typeof uploadStatement> & { fileName: string };

/** First the warehouse and the file; then what its columns say. */
export function StatementImport({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const issuers = useCall(statementIssuers, {});
  const [uploaded, setUploaded] = useState<Uploaded>();
  const [chosen, setChosen] = useState<number>();
  if (uploaded) return <MappingForm uploaded={uploaded} onClose={onClose} />;
  const list = issuers.data?.list ?? [];
  const warehouseId = chosen ?? (list.length === 1 ? list[0]?.warehouseId : undefined);
  return (
    <Modal open width={560} title={t('statements.import')} onCancel={onClose} mask={{ closable: false }} footer={null}>
      <div className="tw-statement-warehouse">
        <Select
          aria-label={t('statements.warehouse')}
          placeholder={t('statements.chooseWarehouse')}
          value={warehouseId}
          options={list.map((one) => ({ value: one.warehouseId, label: one.name }))}
          onChange={setChosen}
        />
      </div>
      <SheetDrop<ResultOf<typeof uploadStatement>>
        call={uploadStatement}
        input={warehouseId === undefined ? undefined : { warehouseId }}
        hint={t('statements.fileHint')}
        onUploaded={setUploaded}
      />
    </Modal>
  );
}

function MappingForm({ uploaded, onClose }: { uploaded: Uploaded; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const today = useCompanyClock().today();
  const { importId, issuerId, mapping, currency, fileName, remembered } = uploaded;
  const columns = columnOptions(uploaded);
  return (
    <FormDrawer
      open
      size={720}
      title={t('statements.import')}
      call={importStatement}
      initial={{
        ...{ importId, issuerId, mapping, currency, billedOn: today, idempotencyKey },
        number: fileName.replace(/\.\w+$/, '').slice(0, 40),
      }}
      verb={t('statements.import')}
      success={t('statements.imported')}
      refresh={OF_STATEMENT}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'number', label: t('statements.number') },
        { kind: 'date', name: 'billedOn', label: t('statements.billedOn'), half: true },
        { kind: 'select', name: 'currency', label: t('statements.currency'), options: currencyOptions(), half: true },
        ...STATEMENT_FIELDS.map((field) => ({
          kind: 'select' as const,
          name: `mapping.columns.${field}` as const,
          label: t(`statements.field.${field}`),
          options: columns,
          half: true,
          required: field === 'amount',
        })),
        { kind: 'check', name: 'skipBad', label: t('statements.skipBad') },
      ]}
    >
      <SheetPreview
        preview={previewStatement}
        errors={statementErrors}
        importId={importId}
        currency={currency}
        start={mapping}
        remembered={remembered}
      />
    </FormDrawer>
  );
}
