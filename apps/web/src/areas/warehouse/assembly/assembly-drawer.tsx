import { PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  type AssemblyDetail,
  assemblyMay,
  cancelAssembly,
  getAssembly,
  printAssembly,
  submitAssembly,
  undoAssembly,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { useUser } from '../../../shell/session.ts';
import { AssemblyForm } from './assembly-form.tsx';
import { AssemblyLines, AssemblyMoves } from './assembly-tables.tsx';
import { CHANGED } from './changed.ts';
import { FinishForm } from './finish-form.tsx';
import { AssemblyStateTag } from './state.tsx';

type Opened = 'edit' | 'finish';

export function AssemblyDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(getAssembly, { id });
  const [opened, setOpened] = useState<Opened>();
  const assembly = query.data;
  const close = () => setOpened(undefined);
  return (
    <>
      <DetailDrawer
        {...tools}
        size={860}
        title={assembly?.number ?? ''}
        status={assembly && <AssemblyStateTag state={assembly.state} />}
        subtitle={assembly && `${t(`assembly.kind.${assembly.kind}`)} · ${assembly.warehouseName}`}
        query={query}
        actions={assembly && <Actions assembly={assembly} onOpen={setOpened} />}
        {...(assembly
          ? {
              tabs: [
                { key: 'lines', label: t('assembly.parts'), children: <AssemblyLines assembly={assembly} /> },
                { key: 'moves', label: t('assembly.moves'), children: <AssemblyMoves assembly={assembly} /> },
                {
                  key: 'history',
                  label: t('assembly.history'),
                  children: <AssemblyHistory rows={assembly.history} />,
                },
              ],
            }
          : {})}
      >
        {assembly && <Head assembly={assembly} />}
      </DetailDrawer>
      {assembly && opened === 'edit' && <AssemblyForm assembly={assembly} onClose={close} />}
      {assembly && opened === 'finish' && <FinishForm assembly={assembly} onClose={close} />}
    </>
  );
}

function Head({ assembly }: { assembly: AssemblyDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const money = (amount: string | null) =>
    amount === null ? null : <Money key="m" amount={amount} currency={baseCurrency} />;
  const open = assemblyMay('cancel', assembly);
  return (
    <Facts
      columns={3}
      items={[
        [t('assembly.kit'), <ProductNames key="k" of={assembly} />],
        [t('assembly.kits'), assembly.quantity],
        assembly.kind === 'assemble'
          ? [t('assembly.possibleNow'), open ? assembly.possible : null]
          : [t('assembly.freeNow'), open ? assembly.available : null],
        [t('assembly.recipe'), assembly.recipeVersion && t('assembly.version', { version: assembly.recipeVersion })],
        [t('assembly.labour'), Number(assembly.labourCost) > 0 ? money(assembly.labourCost) : null],
        [t('assembly.issuedCost'), money(assembly.issuedCost)],
        [t('assembly.createdBy'), assembly.createdBy],
        [t('assembly.createdAt'), <DateTime key="a" at={assembly.createdAt} />],
        [t('assembly.doneAt'), assembly.doneAt && <DateTime key="d" at={assembly.doneAt} />],
        [t('assembly.remark'), assembly.remark],
      ]}
    />
  );
}

interface ActionsProps {
  assembly: AssemblyDetail;
  onOpen: (what: Opened) => void;
}

function Actions({ assembly, onOpen }: ActionsProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const refresh = useRefresh();
  const key = useRef(crypto.randomUUID());
  const { id, number, warehouseName: warehouse } = assembly;
  const act = async (call: typeof submitAssembly | typeof cancelAssembly | typeof undoAssembly, said: string) => {
    await callApi(call, { id, idempotencyKey: key.current });
    key.current = crypto.randomUUID();
    toast.success(t(said));
    refresh(...CHANGED);
  };
  return (
    <>
      {assemblyMay('submit', assembly) && may(submitAssembly) && (
        <ConfirmDanger
          type="primary"
          danger={false}
          title={t('assembly.submitTitle', { number })}
          consequence={t(`assembly.submitText.${assembly.kind}`, { warehouse })}
          verb={t('assembly.submit')}
          onConfirm={() => act(submitAssembly, 'assembly.submitted')}
        />
      )}
      {assemblyMay('finish', assembly) && may(rights.assembly.finish) && (
        <Button type="primary" onClick={() => onOpen('finish')}>
          {t('assembly.finish')}
        </Button>
      )}
      {assemblyMay('edit', assembly) && may(rights.assembly.edit) && (
        <Button onClick={() => onOpen('edit')}>{t('assembly.edit')}</Button>
      )}
      {may(printAssembly) && (
        <Button icon={<PrinterOutlined />} onClick={() => void showPdf(printAssembly, { id }).catch(toast.error)}>
          {t('assembly.print')}
        </Button>
      )}
      {assemblyMay('undo', assembly) && may(undoAssembly) && (
        <ConfirmDanger
          title={t('assembly.undoTitle', { number })}
          consequence={t('assembly.undoText')}
          verb={t('assembly.undo')}
          onConfirm={() => act(undoAssembly, 'assembly.undone')}
        />
      )}
      {assemblyMay('cancel', assembly) && may(cancelAssembly) && (
        <ConfirmDanger
          title={t('assembly.cancelTitle', { number })}
          consequence={t('assembly.cancelText')}
          verb={t('assembly.cancel')}
          onConfirm={() => act(cancelAssembly, 'assembly.cancelled')}
        />
      )}
    </>
  );
}

function AssemblyHistory({ rows }: { rows: AssemblyDetail['history'] }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <HistoryTimeline
      entries={rows.map((row) => {
        const { location, batch } = row.detail ?? {};
        const why = [location, batch].filter((one) => typeof one === 'string').join(' · ');
        return {
          key: row.id,
          at: row.at,
          who: row.actor,
          what: t(`assemblyEvent.${row.event}`),
          ...(why ? { why } : {}),
          ...(row.event === 'done' ? { tone: 'good' as const } : {}),
        };
      })}
    />
  );
}
