import { PlusOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  BILL_FIELDS,
  carrierBillErrors,
  importCarrierBill,
  listBillIssuers,
  previewCarrierBill,
  SIDE_UNITS,
  uploadCarrierBill,
  WEIGHT_UNITS,
} from '@tradewind/contract/logistics.ts';
import { Button, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { columnOptions, SheetDrop, SheetPreview } from '../../../components/mapped-sheet.tsx';
import { OF_BILL } from './calls.ts';
import { IssuerForm } from './issuers.tsx';

interface Uploaded extends ResultOf<typeof uploadCarrierBill> {
  issuerId: number;
  fileName: string;
}

/** First who sent it and the file; then what its columns say. */
export function BillImport({ onClose }: { onClose: () => void }): ReactNode {
  const [uploaded, setUploaded] = useState<Uploaded>();
  return uploaded ? (
    <MappingForm uploaded={uploaded} onClose={onClose} />
  ) : (
    <FileDialog onUploaded={setUploaded} onClose={onClose} />
  );
}

function FileDialog({ onUploaded, onClose }: { onUploaded: (file: Uploaded) => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const issuers = useCall(listBillIssuers, {});
  const [chosen, setChosen] = useState<number>();
  const [adding, setAdding] = useState(false);
  const list = issuers.data?.list ?? [];
  const issuerId = chosen ?? (list.length === 1 ? list[0]?.id : undefined);
  return (
    <Modal open width={560} title={t('bills.import')} onCancel={onClose} mask={{ closable: false }} footer={null}>
      <div className="tw-bill-issuer">
        <Select
          aria-label={t('bills.issuer')}
          placeholder={t('bills.chooseIssuer')}
          value={issuerId}
          options={list.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('bills.addIssuer')}
        </Button>
      </div>
      <SheetDrop<ResultOf<typeof uploadCarrierBill>>
        call={uploadCarrierBill}
        input={issuerId === undefined ? undefined : { issuerId }}
        hint={t('bills.chooseFileHint')}
        onUploaded={(file) => onUploaded({ ...file, issuerId: issuerId ?? 0 })}
      />
      {adding && <IssuerForm onDone={setChosen} onClose={() => setAdding(false)} />}
    </Modal>
  );
}

function MappingForm({ uploaded, onClose }: { uploaded: Uploaded; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const issuers = useCall(listBillIssuers, {});
  const { importId, issuerId, mapping, fileName, remembered } = uploaded;
  const columns = columnOptions(uploaded);
  const currency = issuers.data?.list.find(({ id }) => id === issuerId)?.currency;
  const today = useCompanyClock().today();
  if (!issuers.data) return null;
  return (
    <FormDrawer
      open
      size={720}
      title={t('bills.import')}
      call={importCarrierBill}
      initial={{
        ...{ importId, issuerId, mapping, currency, billedOn: today, idempotencyKey },
        number: fileName.replace(/\.\w+$/, '').slice(0, 40),
      }}
      verb={t('bills.import')}
      success={t('bills.imported')}
      refresh={OF_BILL}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'number', label: t('bills.number'), half: true },
        { kind: 'text', name: 'accountNumber', label: t('bills.account'), half: true, required: false },
        { kind: 'date', name: 'billedOn', label: t('bills.billedOn'), half: true },
        { kind: 'select', name: 'currency', label: t('bills.currency'), options: currencyOptions(), half: true },
        ...BILL_FIELDS.map((field) => ({
          kind: 'select' as const,
          name: `mapping.columns.${field}` as const,
          label: t(`bills.field.${field}`),
          options: columns,
          half: true,
          required: false,
        })),
        {
          kind: 'multi',
          name: 'mapping.parts',
          label: t('bills.parts'),
          help: t('bills.partsHelp'),
          options: columns,
          required: false,
        },
        {
          kind: 'select',
          name: 'mapping.weightUnit',
          label: t('bills.weightUnit'),
          half: true,
          options: WEIGHT_UNITS.map((value) => ({ value, label: value })),
        },
        {
          kind: 'select',
          name: 'mapping.sideUnit',
          label: t('bills.sideUnit'),
          half: true,
          options: SIDE_UNITS.map((value) => ({ value, label: value })),
        },
        { kind: 'check', name: 'skipBad', label: t('bills.skipBad') },
      ]}
    >
      <SheetPreview
        preview={previewCarrierBill}
        errors={carrierBillErrors}
        importId={importId}
        currency={currency ?? ''}
        start={mapping}
        remembered={remembered}
      />
    </FormDrawer>
  );
}
