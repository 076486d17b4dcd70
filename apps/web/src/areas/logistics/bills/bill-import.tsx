import { DownloadOutlined, InboxOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
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
import { Alert, Button, Form, Modal, Select, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload, send } from '../../../api/client.ts';
import { useCall, useSend } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { accepted } from '../../../components/upload-rules.ts';
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
  const [busy, setBusy] = useState(false);
  const list = issuers.data?.list ?? [];
  const issuerId = chosen ?? (list.length === 1 ? list[0]?.id : undefined);
  const read = async (file: File) => {
    if (issuerId === undefined) return;
    setBusy(true);
    try {
      onUploaded({ ...(await send(uploadCarrierBill, { issuerId }, { file })), issuerId, fileName: file.name });
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
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
      <Upload.Dragger
        accept={uploadCarrierBill.upload ? accepted(uploadCarrierBill.upload) : ''}
        showUploadList={false}
        disabled={busy || issuerId === undefined}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>{busy ? t('bills.reading') : t('bills.chooseFile')}</p>
        <p className="tw-muted">{t('bills.chooseFileHint')}</p>
      </Upload.Dragger>
      {adding && <IssuerForm onDone={setChosen} onClose={() => setAdding(false)} />}
    </Modal>
  );
}

function MappingForm({ uploaded, onClose }: { uploaded: Uploaded; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const issuers = useCall(listBillIssuers, {});
  const { importId, issuerId, mapping, titles, fileName, remembered } = uploaded;
  const columns = titles.map((title, at) => ({ value: title, label: exampleOf(uploaded, title, at) }));
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
      <p className="tw-muted">{t(remembered ? 'bills.remembered' : 'bills.proposed')}</p>
      <Preview importId={importId} currency={currency ?? ''} start={mapping} />
    </FormDrawer>
  );
}

const exampleOf = ({ sample }: Uploaded, title: string, at: number) => {
  const example = sample.map((row) => row[at] ?? '').find((cell) => cell !== '');
  return example ? `${title} (${example.slice(0, 20)})` : title;
};

type Mapping = InputOf<typeof previewCarrierBill>['mapping'];
/** What the file says by the columns that are chosen now. */
function Preview({ importId, currency, start }: { importId: number; currency: string; start: Mapping }): ReactNode {
  const { t } = useTranslation('logistics');
  const form = Form.useFormInstance();
  const chosen = Form.useWatch<Mapping | undefined>('mapping', form) ?? start;
  const columns = Object.fromEntries(Object.entries(chosen.columns ?? {}).filter(([, title]) => title));
  const input = { importId, mapping: { ...chosen, columns } };
  const preview = useSend(previewCarrierBill, input, { keepPrevious: true });
  if (preview.error)
    return <Alert type="warning" showIcon title={preview.error.fields[0]?.message ?? preview.error.message} />;
  if (!preview.data) return null;
  const { lines, amount, fromDay, toDay, problemCount, problems } = preview.data;
  return (
    <>
      <Facts
        columns={3}
        items={[
          [t('bills.lines'), lines],
          [t('bills.amount'), <Money key="amount" amount={amount} currency={currency} />],
          [t('bills.days'), fromDay && `${fromDay} – ${toDay}`],
        ]}
      />
      {problemCount > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('bills.badRows', { count: problemCount })}
          description={
            <>
              {problems.slice(0, 5).map(({ line, message }) => (
                <div key={line}>{t('bills.badRow', { line, message })}</div>
              ))}
              <Button
                type="link"
                className="tw-inline-button"
                icon={<DownloadOutlined />}
                onClick={() =>
                  void saveDownload(carrierBillErrors, input as InputOf<typeof carrierBillErrors>).catch(toast.error)
                }
              >
                {t('bills.badRowsFile')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
