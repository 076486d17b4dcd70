import {
  closeMonth,
  computeMonth,
  decideReopening,
  exportMonth,
  getMonth,
  lateEntries,
  listMonths,
  MONTH_MAY,
  type MonthRow,
  type MonthState,
  monthAllocations,
  monthFigures,
  reopenMonth,
} from '@tradewind/contract/finance/closing.ts';
import { Alert, Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { FinanceReportsLink } from '../../../components/finance-reports-link.tsx';
import { ExportButton } from '../../../components/list/export-button.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Month } from './types.ts';

const TONES: Record<MonthState, Tone> = { open: 'muted', closing: 'info', closed: 'good', reopened: 'warn' };
const REFRESH = [getMonth, listMonths, monthFigures, monthAllocations, lateEntries];
const may = (act: keyof typeof MONTH_MAY, { state }: Month) =>
  (MONTH_MAY[act] as readonly MonthState[]).includes(state);

interface MonthHeadProps {
  month: Month;
  months: readonly MonthRow[];
  onChoose: (month: string) => void;
}

export function MonthHead({ month, months, onChoose }: MonthHeadProps): ReactNode {
  const { t } = useTranslation('finance');
  const pressed = useMay();
  const options = months.map((row) => ({ value: row.month, label: `${row.month} · ${t(`close.state.${row.state}`)}` }));
  return (
    <>
      <header className="tw-close-head">
        <Select
          aria-label={t('close.month')}
          value={month.month}
          options={options}
          onChange={onChoose}
          style={{ width: 190 }}
        />
        <StatusTag tone={TONES[month.state]} busy={!month.ready}>
          {t(`close.state.${month.state}`)}
        </StatusTag>
        {month.version > 0 && <span className="tw-muted">{t('close.version', { version: month.version })}</span>}
        {!month.ready && <span className="tw-muted">{t('close.saving')}</span>}
        <div className="tw-close-acts">
          <FinanceReportsLink report="profitLoss" />
          <Acts month={month} />
          {pressed(exportMonth) && <ExportButton action={{ call: exportMonth }} filter={{ month: month.month }} />}
        </div>
      </header>
      <Request month={month} />
    </>
  );
}

function Acts({ month }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const pressed = useMay();
  const [asks, setAsks] = useState(false);
  const compute = useAct(computeMonth, { refresh: REFRESH, success: t('close.started') });
  const close = useAct(closeMonth, { refresh: REFRESH, success: t('close.closeDone') });
  const reopen = useAct(reopenMonth, { refresh: REFRESH, onDone: () => setAsks(false) });
  const input = { month: month.month };
  const open = month.items.some((item) => !item.done);
  const reason = month.closeFirst
    ? t('close.closeFirst', { month: month.closeFirst })
    : open
      ? t('close.notDone')
      : undefined;
  return (
    <>
      {may('compute', month) && pressed(computeMonth) && (
        <Button loading={compute.isPending} onClick={() => compute.mutate(input)}>
          {t(month.state === 'closing' ? 'close.again' : 'close.start')}
        </Button>
      )}
      {may('close', month) && pressed(closeMonth) && (
        <ConfirmDanger
          type="primary"
          danger={false}
          reason={reason}
          title={t('close.closeTitle', input)}
          consequence={t('close.closeText')}
          verb={t('close.close')}
          onConfirm={() => close.mutateAsync(input)}
        />
      )}
      {may('reopen', month) && pressed(reopenMonth) && !month.versions[0]?.reopen && (
        <ActionButton reason={month.ready ? undefined : t('close.saving')} onClick={() => setAsks(true)}>
          {t('close.reopen')}
        </ActionButton>
      )}
      {asks && (
        <ReasonDialog
          title={t('close.reopenTitle', input)}
          text={t(month.secondPerson ? 'close.reopenSecond' : 'close.reopenText')}
          verb={t('close.reopen')}
          busy={reopen.isPending}
          onDone={(why) => reopen.mutate({ ...input, reason: why })}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** A reopening that awaits its second person. */
function Request({ month }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const pressed = useMay();
  const decide = useAct(decideReopening, { refresh: REFRESH });
  const request = month.versions[0]?.reopen;
  if (!request || request.confirmedAt !== null || month.state !== 'closed') return null;
  const answer = (confirm: boolean) => decide.mutateAsync({ month: month.month, confirm });
  return (
    <Alert
      className="tw-close-tools"
      type="warning"
      showIcon
      title={t('close.requested', { by: request.by, reason: request.reason })}
      description={request.byMe && t('close.awaits')}
      action={
        pressed(decideReopening) && (
          <>
            {!request.byMe && (
              <ConfirmDanger
                danger={false}
                title={t('close.reopenTitle', { month: month.month })}
                consequence={t('close.confirmText')}
                verb={t('close.confirm')}
                onConfirm={() => answer(true)}
              />
            )}{' '}
            <Button loading={decide.isPending} onClick={() => void answer(false).catch(() => undefined)}>
              {t(request.byMe ? 'close.takeBack' : 'close.decline')}
            </Button>
          </>
        )
      }
    />
  );
}
