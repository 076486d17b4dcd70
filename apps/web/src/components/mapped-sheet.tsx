import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import type { Call } from '@tradewind/contract/call.ts';
import { Alert, Button, Form, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload, send } from '../api/client.ts';
import { useSend } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { Facts } from './facts.tsx';
import { Money } from './figures.tsx';
import { accepted } from './upload-rules.ts';

export interface Mapping {
  columns: Record<string, string | undefined>;
  parts?: string[] | undefined;
  [unit: string]: unknown;
}
export interface Sheet {
  importId: number;
  titles: string[];
  sample: string[][];
  remembered: boolean;
  fileName: string;
}

/** Takes a file whose columns are then matched. `input` undefined: it waits until the form above is filled. */
export function SheetDrop<Answer extends object>({
  call,
  input,
  hint,
  onUploaded,
}: {
  call: Call;
  input: object | undefined;
  hint: string;
  onUploaded: (answer: Answer & { fileName: string }) => void;
}): ReactNode {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const read = async (file: File) => {
    if (!input) return;
    setBusy(true);
    try {
      onUploaded({ ...((await send(call, input, { file })) as Answer), fileName: file.name });
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };
  return (
    <Upload.Dragger
      accept={call.upload ? accepted(call.upload) : ''}
      showUploadList={false}
      disabled={busy || input === undefined}
      beforeUpload={(file) => {
        void read(file);
        return false;
      }}
    >
      <p className="ant-upload-drag-icon">
        <InboxOutlined />
      </p>
      <p>{busy ? t('mapped.reading') : t('mapped.chooseFile')}</p>
      <p className="tw-muted">{hint}</p>
    </Upload.Dragger>
  );
}

/** The columns of the file as choices, each with an example. */
export const columnOptions = ({ titles, sample }: Pick<Sheet, 'titles' | 'sample'>) =>
  titles.map((title, at) => {
    const example = sample.map((row) => row[at] ?? '').find((cell) => cell !== '');
    return { value: title, label: example ? `${title} (${example.slice(0, 20)})` : title };
  });

interface Preview {
  lines: number;
  amount: string;
  fromDay: string | null;
  toDay: string | null;
  problemCount: number;
  problems: { line: number; message: string }[];
}

/** What the file says by the columns that are chosen now. */
export function SheetPreview({
  preview: call,
  errors,
  importId,
  currency,
  start,
  remembered,
}: {
  preview: Call;
  errors: Call;
  importId: number;
  currency: string;
  start: Mapping;
  /** The columns are those of an earlier file. */
  remembered: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const chosen = Form.useWatch<Mapping | undefined>('mapping', form) ?? start;
  const columns = Object.fromEntries(Object.entries(chosen.columns).filter(([, title]) => title));
  const input = { importId, mapping: { ...chosen, columns } };
  const preview = useSend(call, input, { keepPrevious: true });
  const note = <p className="tw-muted">{t(remembered ? 'mapped.remembered' : 'mapped.proposed')}</p>;
  if (preview.error)
    return <Alert type="warning" showIcon title={preview.error.fields[0]?.message ?? preview.error.message} />;
  if (!preview.data) return note;
  const { lines, amount, fromDay, toDay, problemCount, problems } = preview.data as Preview;
  return (
    <>
      {note}
      <Facts
        columns={3}
        items={[
          [t('mapped.lines'), lines],
          [t('mapped.amount'), <Money key="amount" amount={amount} currency={currency} />],
          [t('mapped.days'), fromDay && `${fromDay} – ${toDay}`],
        ]}
      />
      {problemCount > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('mapped.badRows', { count: problemCount })}
          description={
            <>
              {problems.slice(0, 5).map(({ line, message }) => (
                <div key={line}>{t('mapped.badRow', { line, message })}</div>
              ))}
              <Button
                type="link"
                className="tw-inline-button"
                icon={<DownloadOutlined />}
                onClick={() => void saveDownload(errors, input).catch(toast.error)}
              >
                {t('mapped.badRowsFile')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
