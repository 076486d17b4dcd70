import { DownOutlined, PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  arriveInbounds,
  cancelInbounds,
  closeInbounds,
  getInbound,
  type InboundDetail,
  inboundMay,
  printInboundLabels,
  printInbounds,
} from '@tradewind/contract/warehouse.ts';
import { inboundAtWms } from '@tradewind/contract/wms.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { DocumentFiles } from '../../../components/document-files.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { AtProvider, SendButton } from './at-provider.tsx';
import { CartonsTab } from './cartons-tab.tsx';
import { INBOUND_CHANGED } from './changed.ts';
import { GoodsTab } from './goods-tab.tsx';
import { InboundHistory } from './history.tsx';
import { InboundForm } from './inbound-form.tsx';
import { ReceiptsTab } from './receipts-tab.tsx';
import { ReceiveForm } from './receive-form.tsx';
import { InboundStateTag } from './state.tsx';

export function InboundDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const query = useCall(getInbound, { id });
  const one = query.data;
  const there = useCall(inboundAtWms, { inboundId: id }).data;
  const elsewhere = one?.receivedElsewhere ?? undefined;
  const mayReceive = one !== undefined && may(rights.inbound.receive) && inboundMay('receive', one);
  return (
    <DetailDrawer
      {...tools}
      size={900}
      title={one?.number ?? ''}
      status={one && <InboundStateTag state={one.state} />}
      subtitle={one && [t(`inbound.kind.${one.kind}`), one.warehouseName, one.sourceNo].filter(Boolean).join(' · ')}
      query={query}
      actions={
        one && (
          <>
            <Actions one={one} mayReceive={mayReceive} elsewhere={elsewhere} />
            {there?.connected && may(rights.inbound.edit) && <SendButton one={one} there={there} />}
          </>
        )
      }
      {...(one
        ? {
            tabs: [
              { key: 'goods', label: t('inbound.tab.goods'), children: <GoodsTab one={one} /> },
              {
                key: 'receipts',
                label: t('inbound.tab.receipts'),
                children: <ReceiptsTab one={one} elsewhere={elsewhere} />,
              },
              {
                key: 'cartons',
                label: t('inbound.tab.cartons'),
                children: <CartonsTab one={one} mayReceive={mayReceive} elsewhere={elsewhere} />,
              },
              {
                key: 'files',
                label: t('inbound.tab.files'),
                children: <DocumentFiles docKind="inbound" docId={one.id} refresh={[getInbound]} />,
              },
              { key: 'history', label: t('inbound.tab.history'), children: <InboundHistory rows={one.history} /> },
            ],
          }
        : {})}
    >
      {there?.connected && <AtProvider inboundId={id} there={there} />}
    </DetailDrawer>
  );
}

interface ActionsProps {
  one: InboundDetail;
  mayReceive: boolean;
  /** Why nobody here may receive, close or cancel it. */
  elsewhere: string | undefined;
}

function Actions({ one, mayReceive, elsewhere }: ActionsProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const [form, setForm] = useState<'edit' | 'receive'>();
  const notify = (result: { failed: { reason: string }[] }, good: string) => {
    const [failed] = result.failed;
    if (failed) toast.warning(failed.reason);
    else toast.success(good);
  };
  const shared = { refresh: INBOUND_CHANGED };
  const arrive = useAct(arriveInbounds, { ...shared, onDone: (result) => notify(result, t('inbound.arrived')) });
  const end = useAct(closeInbounds, { ...shared, onDone: (result) => notify(result, t('inbound.closed')) });
  const cancel = useAct(cancelInbounds, { ...shared, onDone: (result) => notify(result, t('inbound.cancelled')) });
  const ids = () => ({ ids: [one.id], idempotencyKey: crypto.randomUUID() });
  const missing = one.lines.reduce((sum, line) => sum + Math.max(0, line.expected - line.received), 0);
  const close = () => setForm(undefined);
  return (
    <>
      {mayReceive && (
        <ActionButton
          type={one.state === 'received' ? 'default' : 'primary'}
          reason={elsewhere}
          onClick={() => setForm('receive')}
        >
          {t('inbound.receive.verb')}
        </ActionButton>
      )}
      {inboundMay('arrive', one) && may(arriveInbounds) && (
        <ActionButton reason={elsewhere} loading={arrive.isPending} onClick={() => arrive.mutate(ids())}>
          {t('inbound.act.arrive')}
        </ActionButton>
      )}
      {inboundMay('edit', one) && may(rights.inbound.edit) && (
        <Button onClick={() => setForm('edit')}>{t('inbound.editVerb')}</Button>
      )}
      {may(rights.inbound.print) && <PrintMenu one={one} />}
      {inboundMay('close', one) && may(closeInbounds) && (
        <ConfirmDanger
          danger={missing > 0}
          title={t('inbound.closeTitle', { number: one.number })}
          consequence={missing > 0 ? t('inbound.closeShort', { count: missing }) : t('inbound.closeFull')}
          verb={t('inbound.act.close')}
          reason={elsewhere}
          onConfirm={() => end.mutateAsync(ids())}
        />
      )}
      {inboundMay('cancel', one) && one.sourceKind === null && may(cancelInbounds) && (
        <ConfirmDanger
          title={t('inbound.cancelTitle', { number: one.number })}
          consequence={t('inbound.cancelOne')}
          verb={t('inbound.act.cancel')}
          reason={elsewhere}
          onConfirm={() => cancel.mutateAsync(ids())}
        />
      )}
      {form === 'edit' && <InboundForm one={one} onClose={close} />}
      {form === 'receive' && <ReceiveForm one={one} onClose={close} />}
    </>
  );
}

function PrintMenu({ one }: { one: InboundDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const papers = ['receipt', ...(one.unitsToPutAway > 0 ? ['putAway'] : [])];
  const labels = {
    product: { of: 'product', size: '60x30' },
    sheet: { of: 'product', size: 'a4x21' },
    fnsku: { of: 'fnsku', size: '60x30' },
    fnskuSheet: { of: 'fnsku', size: 'a4x21' },
    ...(one.cartons.length > 0 ? { carton: { of: 'carton' } } : {}),
    pallet: { of: 'pallet' },
  } as Record<string, object>;
  const print = (key: string) =>
    void (
      labels[key]
        ? showPdf(printInboundLabels, { id: one.id, ...labels[key] })
        : showPdf(printInbounds, { ids: [one.id], paper: key })
    ).catch(toast.error);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [...papers, ...Object.keys(labels)].map((key) => ({ key, label: t(`inbound.print.${key}`) })),
        onClick: ({ key }) => print(key),
      }}
    >
      <Button icon={<PrinterOutlined />}>
        {t('inbound.print.title')} <DownOutlined />
      </Button>
    </Dropdown>
  );
}
