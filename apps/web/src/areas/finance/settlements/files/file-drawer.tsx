import {
  confirmSettlementFile,
  getSettlementFile,
  settlementFileMay,
} from '@tradewind/contract/finance/settlement-files.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/hooks.ts';
import { useMay } from '../../../../components/can.tsx';
import { DetailDrawer } from '../../../../components/detail-drawer.tsx';
import { Facts } from '../../../../components/facts.tsx';
import { DateTime, Money } from '../../../../components/figures.tsx';
import { FormDrawer } from '../../../../components/form-drawer.tsx';
import { HistoryTimeline } from '../../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../../components/list-page.tsx';
import { platformName } from '../../../../platform-names.ts';
import { type FileDetail, OF_FILE } from './calls.ts';
import { Differences } from './differences.tsx';
import { PartsTable } from './parts-table.tsx';
import { periodOf } from './period.ts';
import { FileStateTag } from './tags.tsx';

/** A job may be reading it. */
const EVERY_MS = 5_000;

export function FileDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('finance');
  const query = useCall(getSettlementFile, { id }, { everyMs: EVERY_MS });
  const file = query.data;
  return (
    <DetailDrawer
      {...tools}
      size={1000}
      kind="settlementFile"
      title={file?.name ?? ''}
      status={file && <FileStateTag file={file} />}
      subtitle={file && [file.shopName, platformName(file.platform), t(`settleFile.role.${file.role}`)].join(' · ')}
      query={query}
      actions={file && <Confirm file={file} />}
      tabs={
        file && [
          ...(file.role === 'witness' && file.state !== 'reading'
            ? [{ key: 'compare', label: t('settleFile.compare'), children: <Differences id={file.id} /> }]
            : []),
          { key: 'parts', label: t('settleFile.parted'), children: <PartsTable parts={file.parts} /> },
          { key: 'history', label: t('settleFile.history'), children: <History file={file} /> },
        ]
      }
    >
      {file && (
        <Facts
          columns={3}
          items={[
            [t('settleFile.period'), periodOf(file)],
            [t('settleFile.lines'), file.state === 'reading' ? `${file.taken} / ${file.lines}` : file.lines],
            [t('settleFile.setAside'), file.setAside],
            [t('settleFile.total'), <Money key="total" amount={file.total} currency={file.currency ?? ''} />],
            [t('settleFile.gap'), <Money key="gap" amount={file.gap} currency={file.currency ?? ''} />],
            [t('settleFile.reason'), file.reason],
            [t('settleFile.createdBy'), file.createdBy],
            [t('settleFile.createdAt'), <DateTime key="at" at={file.createdAt} />],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Confirm({ file }: { file: FileDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [open, setOpen] = useState(false);
  if (!may(confirmSettlementFile) || !settlementFileMay('confirm', file)) return null;
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('settleFile.confirm')}
      </Button>
      <FormDrawer
        open={open}
        title={t('settleFile.confirm')}
        call={confirmSettlementFile}
        initial={{ id: file.id, reason: '' }}
        verb={t('settleFile.confirm')}
        success={t('settleFile.confirmed')}
        refresh={OF_FILE}
        onClose={() => setOpen(false)}
        fields={[{ kind: 'textarea', name: 'reason', label: t('settleFile.reason') }]}
      />
    </>
  );
}

function History({ file }: { file: FileDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const whyOf = ({ detail }: FileDetail['history'][number]) => {
    const why = detail?.reason ?? detail?.file;
    return typeof why === 'string' ? why : undefined;
  };
  return (
    <HistoryTimeline
      entries={file.history.map((row) => ({
        ...{ key: row.id, at: row.at, who: row.actor, why: whyOf(row) },
        what: t(`settleFile.event.${row.event}`),
        tone: row.event === 'confirmed' ? 'warn' : 'info',
      }))}
    />
  );
}
