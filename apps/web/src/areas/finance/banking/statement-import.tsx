import { InboxOutlined } from '@ant-design/icons';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  BANK_STATEMENT_FIELDS,
  DAY_ORDERS,
  importBankStatement,
  previewBankStatement,
  type StatementMapping,
  uploadBankStatement,
} from '@tradewind/contract/finance/banking.ts';
import { Alert, Form, Modal, Select, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../api/client.ts';
import { useSend } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatMoney } from '../../../components/format.ts';
import { accepted } from '../../../components/upload-rules.ts';
import { OF_BANK } from './calls.ts';
import { useMoneyAccounts } from './use-suggestions.ts';

interface Uploaded extends ResultOf<typeof uploadBankStatement> {
  accountId: number;
  currency: string;
}

/** First the account and its file; then what a table's columns say, and whether the balances follow. */
export function StatementImport({ accountId, onClose }: { accountId?: number; onClose: () => void }): ReactNode {
  const [uploaded, setUploaded] = useState<Uploaded>();
  if (uploaded) return <ImportForm uploaded={uploaded} onClose={onClose} />;
  return <FileDialog {...(accountId ? { accountId } : {})} onUploaded={setUploaded} onClose={onClose} />;
}

interface FileProps {
  accountId?: number;
  onUploaded: (file: Uploaded) => void;
  onClose: () => void;
}
function FileDialog({ accountId, onUploaded, onClose }: FileProps): ReactNode {
  const { t } = useTranslation('finance');
  const { accounts } = useMoneyAccounts();
  const [chosen, setChosen] = useState(accountId);
  const [busy, setBusy] = useState(false);
  const usable = accounts.filter(({ active }) => active);
  const id = chosen ?? (usable.length === 1 ? usable[0]?.id : undefined);
  const account = accounts.find((one) => one.id === id);
  const read = async (file: File) => {
    if (!account) return;
    setBusy(true);
    try {
      const answer = await send(uploadBankStatement, { accountId: account.id }, { file });
      onUploaded({ ...answer, accountId: account.id, currency: account.currency });
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <Modal open width={560} title={t('bank.import')} onCancel={onClose} mask={{ closable: false }} footer={null}>
      <Select
        className="tw-bank-account"
        aria-label={t('bank.account')}
        placeholder={t('bank.chooseMoneyAccount')}
        {...(id ? { value: id } : {})}
        options={usable.map(({ id: value, name, currency }) => ({ value, label: `${name} · ${currency}` }))}
        onChange={setChosen}
      />
      <Upload.Dragger
        accept={uploadBankStatement.upload ? accepted(uploadBankStatement.upload) : ''}
        showUploadList={false}
        disabled={busy || !account}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>{busy ? t('bank.reading') : t('bank.chooseFile')}</p>
        <p className="tw-muted">{t('bank.chooseFileHint')}</p>
      </Upload.Dragger>
    </Modal>
  );
}

function ImportForm({ uploaded, onClose }: { uploaded: Uploaded; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { importId, accountId, mapping, titles, sample, remembered } = uploaded;
  const columns = titles.map((title, at) => {
    const example = sample.map((row) => row[at] ?? '').find((cell) => cell !== '');
    return { value: title, label: example ? `${title} (${example.slice(0, 20)})` : title };
  });
  const done = ({ added, known, booked }: ResultOf<typeof importBankStatement>) =>
    toast.success(t('bank.imported', { added, known, booked }));
  return (
    <FormDrawer
      open
      size={720}
      title={t('bank.import')}
      call={importBankStatement}
      initial={{ importId, accountId, mapping, idempotencyKey }}
      verb={t('bank.import')}
      refresh={OF_BANK}
      onDone={done}
      onClose={onClose}
      fields={
        mapping
          ? [
              ...BANK_STATEMENT_FIELDS.map((field) => ({
                kind: 'select' as const,
                name: `mapping.columns.${field}` as const,
                label: t(`bank.field.${field}`),
                options: columns,
                half: true,
                required: false,
              })),
              {
                kind: 'select',
                name: 'mapping.dayOrder',
                label: t('bank.dayOrder'),
                half: true,
                options: DAY_ORDERS.map((value) => ({ value, label: t(`bank.dayOrders.${value}`) })),
              },
              { kind: 'check', name: 'mapping.decimalComma', label: t('bank.decimalComma') },
              { kind: 'check', name: 'skipBad', label: t('bank.skipBad') },
            ]
          : []
      }
    >
      {mapping && <p className="tw-muted">{t(remembered ? 'bank.remembered' : 'bank.proposed')}</p>}
      <Preview uploaded={uploaded} />
    </FormDrawer>
  );
}

/** What the file says by the columns that are chosen now. */
function Preview({ uploaded }: { uploaded: Uploaded }): ReactNode {
  const { t } = useTranslation('finance');
  const form = Form.useFormInstance();
  const { importId, accountId, currency } = uploaded;
  const chosen = Form.useWatch<StatementMapping | undefined>('mapping', form) ?? uploaded.mapping;
  const columns = Object.fromEntries(Object.entries(chosen?.columns ?? {}).filter(([, title]) => title));
  const mapping = chosen && { ...chosen, columns };
  const input: InputOf<typeof previewBankStatement> = { importId, accountId, mapping };
  const preview = useSend(previewBankStatement, input, { keepPrevious: true });
  if (preview.error)
    return <Alert type="warning" showIcon title={preview.error.fields[0]?.message ?? preview.error.message} />;
  if (!preview.data) return null;
  const { lines, fresh, fromDay, toDay, opening, closing, total, gap, others, problems } = preview.data;
  const money = (key: string, amount: string | null) => <Money key={key} amount={amount} currency={currency} />;
  return (
    <>
      <Facts
        columns={3}
        items={[
          [t('bank.lines'), lines],
          [t('bank.fresh'), fresh],
          [t('bank.days'), fromDay && `${fromDay} – ${toDay}`],
          [t('bank.opening'), money('opening', opening)],
          [t('bank.total'), money('total', total)],
          [t('bank.closing'), money('closing', closing)],
        ]}
      />
      {gap !== null && Number(gap) !== 0 && (
        <Alert type="warning" showIcon title={t('bank.gapText', { gap: formatMoney(gap, currency) })} />
      )}
      {others > 0 && <Alert type="info" showIcon title={t('bank.others', { count: others })} />}
      {problems.slice(0, 5).map(({ line, message }) => (
        <Alert key={line} type="warning" title={t('bank.badRow', { line, message })} />
      ))}
    </>
  );
}
