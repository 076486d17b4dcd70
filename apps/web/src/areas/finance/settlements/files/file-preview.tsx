import { DownloadOutlined } from '@ant-design/icons';
import type { InputOf } from '@tradewind/contract/call.ts';
import {
  previewSettlementFile,
  type SettlementFilePreview,
  settlementFileSetAside,
} from '@tradewind/contract/finance/settlement-files.ts';
import type { LineKind } from '@tradewind/contract/finance/settlements.ts';
import { Alert, Button, Form, Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload } from '../../../../api/client.ts';
import { useSend } from '../../../../api/hooks.ts';
import { toast } from '../../../../api/toast.ts';
import { Money } from '../../../../components/figures.tsx';
import type { Column } from '../../../../components/list-page.tsx';
import { col } from '../../../../components/table/col.tsx';
import { LineTable } from '../../../../components/table/line-table.tsx';
import { type ColumnsForm, columnsOf, startOf, useKindOptions } from './form-columns.tsx';
import { PartsTable } from './parts-table.tsx';

type Found = NonNullable<SettlementFilePreview['found']>;
type Total = Found['totals'][number];
const FIRST = 5;

interface PreviewProps {
  uploaded: SettlementFilePreview;
  choosing: boolean;
  /** The answer to a file of the same days that was read by other columns. */
  children: ReactNode;
}
/** What the file holds by the columns that are chosen now. */
export function Preview({ uploaded, choosing, children }: PreviewProps): ReactNode {
  const { t } = useTranslation('finance');
  const form = Form.useFormInstance();
  const chosen = Form.useWatch<ColumnsForm | undefined>('columns', form) ?? startOf(uploaded);
  const columns = choosing ? columnsOf({ ...startOf(uploaded), ...chosen }) : undefined;
  const input = { importId: uploaded.importId, ...(columns ? { columns } : {}) };
  const preview = useSend(previewSettlementFile, input, { keepPrevious: true });
  if (preview.error)
    return <Alert type="warning" showIcon title={preview.error.fields[0]?.message ?? preview.error.message} />;
  const { found, problem, taken, readOtherwise } = preview.data ?? uploaded;
  return (
    <>
      {taken && <Alert type="warning" showIcon title={t('settleFile.takenBefore', { name: taken.name })} />}
      {readOtherwise && (
        <>
          <Alert type="warning" showIcon title={t('settleFile.readOtherwise', { name: readOtherwise })} />
          {children}
        </>
      )}
      {problem && <Alert type="warning" showIcon title={problem} />}
      {found && <FoundIn found={found} input={input as InputOf<typeof previewSettlementFile>} choosing={choosing} />}
    </>
  );
}

interface FoundInProps {
  found: Found;
  input: InputOf<typeof previewSettlementFile>;
  choosing: boolean;
}
function FoundIn({ found, input, choosing }: FoundInProps): ReactNode {
  const { t } = useTranslation('finance');
  const { lines, settlements, unmapped, totals, setAside, setAsideCount } = found;
  return (
    <>
      <p>{t('settleFile.found', { lines, settlements: settlements.length })}</p>
      {setAsideCount > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('settleFile.setAsideOf', { count: setAsideCount })}
          description={
            <>
              {setAside.slice(0, FIRST).map(({ row, reason }) => (
                <div key={row}>{t('settleFile.rowSaid', { row, reason })}</div>
              ))}
              <Button
                type="link"
                className="tw-inline-button"
                icon={<DownloadOutlined />}
                onClick={() => void saveDownload(settlementFileSetAside, input).catch(toast.error)}
              >
                {t('settleFile.setAsideFile')}
              </Button>
            </>
          }
        />
      )}
      <PartsTable parts={settlements} />
      {choosing && unmapped.length > 0 && <Unmapped unmapped={unmapped} />}
      <Totals totals={totals} />
    </>
  );
}

const termOf = (total: Total) => [total.transactionType, total.amountType, total.description].filter(Boolean).join(' ');

/** Terms that nobody has said a kind of, and those that the form has one for. */
function Unmapped({ unmapped }: { unmapped: readonly Total[] }): ReactNode {
  const { t } = useTranslation('finance');
  const form = Form.useFormInstance();
  const options = useKindOptions();
  const known = Form.useWatch<ColumnsForm['kinds']>(['columns', 'kinds'], { form, preserve: true }) ?? [];
  const set = (term: string, kind: LineKind) =>
    form.setFieldValue(['columns', 'kinds'], [...known.filter((one) => one.term !== term), { term, kind }]);
  return (
    <>
      <h4>{t('settleFile.kinds')}</h4>
      {[...new Map(unmapped.map((one) => [termOf(one), one]))].map(([term, { amount, currency }]) => (
        <div key={term} className="tw-file-part">
          <span>{term}</span>
          <Money amount={amount} currency={currency} />
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t('settleFile.kindOf', { term })}
            placeholder={t('settleFile.partKind')}
            options={options}
            onChange={(kind: LineKind) => set(term, kind)}
          />
        </div>
      ))}
    </>
  );
}

function Totals({ totals }: { totals: readonly Total[] }): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<Total>[]>(
    () => [
      col.heading('type', t('settleFile.type'), { width: 280, of: termOf }),
      col.text('kind', t('settleFile.kindTitle'), { width: 150, of: (row: Total) => t(`settleFile.kind.${row.kind}`) }),
      col.qty('lines', t('settleFile.lines')),
      col.money('amount', t('settleFile.amount'), { currency: 'currency' }),
    ],
    [t],
  );
  return <LineTable label={t('settleFile.byType')} columns={columns} rows={totals} keyOf={(_, index) => index} />;
}
