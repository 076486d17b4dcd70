import { InboxOutlined } from '@ant-design/icons';
import {
  type SettlementFileColumns,
  type SettlementFilePreview,
  takeSettlementFile,
  uploadSettlementFile,
} from '@tradewind/contract/finance/settlement-files.ts';
import { Alert, Button, Form, Modal, Select, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../api/client.ts';
import { toast } from '../../../../api/toast.ts';
import { FormDrawer } from '../../../../components/form-drawer.tsx';
import { FormFields } from '../../../../components/form-fields.tsx';
import { useShopOptions } from '../../../../components/place-options.ts';
import { accepted } from '../../../../components/upload-rules.ts';
import { OF_FILE } from './calls.ts';
import { Preview } from './file-preview.tsx';
import { type ColumnsForm, columnFields, columnsOf, hasMore, startOf } from './form-columns.tsx';

/** First the shop and the file; then what it holds and, where nobody knows them, its columns. */
export function FileImport({ onClose }: { onClose: () => void }): ReactNode {
  const [uploaded, setUploaded] = useState<SettlementFilePreview>();
  return uploaded ? (
    <TakeForm uploaded={uploaded} onClose={onClose} />
  ) : (
    <FileDialog onUploaded={setUploaded} onClose={onClose} />
  );
}

function FileDialog({
  onUploaded,
  onClose,
}: {
  onUploaded: (file: SettlementFilePreview) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('finance');
  const shops = useShopOptions();
  const [chosen, setChosen] = useState<number>();
  const [busy, setBusy] = useState(false);
  const only = shops.length === 1 ? shops[0]?.value : undefined;
  const shopId = chosen ?? (only === undefined ? undefined : Number(only));
  const read = async (file: File) => {
    if (shopId === undefined) return;
    setBusy(true);
    try {
      onUploaded(await send(uploadSettlementFile, { shopId }, { file }));
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <Modal open width={560} title={t('settleFile.upload')} onCancel={onClose} mask={{ closable: false }} footer={null}>
      <Select
        className="tw-file-shop"
        aria-label={t('settleFile.shop')}
        placeholder={t('settleFile.chooseShop')}
        showSearch={{ optionFilterProp: 'label' }}
        value={shopId}
        options={shops.map(({ value, label }) => ({ value: Number(value), label }))}
        onChange={setChosen}
      />
      <Upload.Dragger
        accept={uploadSettlementFile.upload ? `${accepted(uploadSettlementFile.upload)},.txt,.tsv,.xml,.edi,.x12` : ''}
        showUploadList={false}
        disabled={busy || shopId === undefined}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>{busy ? t('settleFile.reading') : t('settleFile.chooseFile')}</p>
        <p className="tw-muted">{t('settleFile.chooseFileHint')}</p>
      </Upload.Dragger>
    </Modal>
  );
}

interface Values {
  importId: number;
  idempotencyKey: string;
  columns?: ColumnsForm;
  otherColumns?: boolean;
}

function TakeForm({ uploaded, onClose }: { uploaded: SettlementFilePreview; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { importId, columns, columnsNeeded, role } = uploaded;
  const [choosing, setChoosing] = useState(columnsNeeded || columns !== null);
  const [more, setMore] = useState(() => hasMore(startOf(uploaded)));
  const toInput = ({ columns: chosen, ...values }: Values) => ({
    ...values,
    ...(choosing ? { columns: columnsOf({ ...startOf(uploaded), ...chosen }) as SettlementFileColumns } : {}),
  });
  return (
    <FormDrawer
      open
      size={1000}
      title={t('settleFile.upload')}
      call={takeSettlementFile}
      initial={{ importId, idempotencyKey, columns: startOf(uploaded) }}
      toInput={toInput}
      verb={t('settleFile.take')}
      success={t('settleFile.taken')}
      refresh={OF_FILE}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t(`settleFile.${role}`)} />
      {choosing ? (
        <div className="tw-file-columns">
          <p className="tw-muted">{t(columns ? 'settleFile.remembered' : 'settleFile.columnsNeeded')}</p>
          <FormFields<Values> fields={columnFields(t, uploaded, more)} />
          {!more && (
            <Button type="link" className="tw-inline-button" onClick={() => setMore(true)}>
              {t('settleFile.moreColumns')}
            </Button>
          )}
        </div>
      ) : (
        <Button type="link" className="tw-inline-button" onClick={() => setChoosing(true)}>
          {t('settleFile.changeColumns')}
        </Button>
      )}
      <Form.Item name={['columns', 'kinds']} noStyle>
        <Unseen />
      </Form.Item>
      <Preview uploaded={uploaded} choosing={choosing}>
        {role === 'booked' && choosing && (
          <FormFields<Values> fields={[{ kind: 'check', name: 'otherColumns', label: t('settleFile.otherColumns') }]} />
        )}
      </Preview>
    </FormDrawer>
  );
}

/** Kinds are chosen beside what they are kinds of; the form sends what it has a field for. */
const Unseen = () => null;
