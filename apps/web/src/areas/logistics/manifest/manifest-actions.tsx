import { CarOutlined, CheckOutlined, InboxOutlined, PrinterOutlined, UndoOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  closeManifest,
  discardManifest,
  fillManifest,
  handOverManifest,
  manifestMay,
  printManifest,
  reopenManifest,
} from '@tradewind/contract/logistics.ts';
import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../../api/errors.ts';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { BulkResult } from '../../../components/bulk-result.tsx';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { MANIFEST_CALLS, type ManifestDetail } from './calls.ts';
import { kilos } from './van.tsx';

/** Actions that the manifest's status allows, the likeliest first. */
export function ManifestActions({ manifest, close }: { manifest: ManifestDetail; close: () => void }): ReactNode {
  const [left, setLeft] = useState<{ title: string; result: BulkResultData }>();
  /** Shows refused parcels in a table; without any, a toast is enough. */
  const notify = (result: BulkResultData, done: string, some: string) =>
    result.failed.length > 0 ? setLeft({ title: some, result }) : toast.success(done);
  return (
    <>
      {manifestMay('close', manifest) && <WhileOpen manifest={manifest} notify={notify} close={close} />}
      {manifestMay('handOver', manifest) && <WhileClosed manifest={manifest} notify={notify} />}
      {manifestMay('print', manifest) && <Papers manifest={manifest} />}
      {left && <BulkResult {...left} onClose={() => setLeft(undefined)} />}
    </>
  );
}

type Notify = (result: BulkResultData, done: string, some: string) => void;

function WhileOpen({
  manifest,
  notify,
  close,
}: {
  manifest: ManifestDetail;
  notify: Notify;
  close: () => void;
}): ReactNode {
  const { t } = useTranslation('logistics');
  const { modal } = App.useApp();
  const may = useMay();
  const { id, parcels, weightGrams } = manifest;
  const shut = useAct(closeManifest, {
    refresh: MANIFEST_CALLS,
    onDone: (result) => {
      const { number } = result;
      notify(result, t('manifest.closed', { number }), t('manifest.closedSome', { number }));
    },
  });
  const fill = useAct(fillManifest, {
    refresh: MANIFEST_CALLS,
    success: ({ added }) => (added > 0 ? t('manifest.added', { count: added }) : t('manifest.addedNone')),
  });
  const discard = useAct(discardManifest, {
    refresh: MANIFEST_CALLS,
    success: t('manifest.discarded'),
    onDone: close,
  });
  if (!may(rights.manifest.add)) return null;
  return (
    <>
      <Button
        type="primary"
        icon={<CheckOutlined />}
        disabled={parcels === 0}
        loading={shut.isPending}
        onClick={() =>
          modal.confirm({
            title: t('manifest.closeTitle', { count: parcels, weight: kilos(weightGrams) }),
            content: t('manifest.closeText'),
            okText: t('manifest.close'),
            onOk: () => shut.mutate({ id }),
          })
        }
      >
        {t('manifest.close')}
      </Button>
      <Button icon={<InboxOutlined />} loading={fill.isPending} onClick={() => fill.mutate({ id })}>
        {t('manifest.fill')}
      </Button>
      <ConfirmDanger
        title={t('manifest.discardTitle')}
        consequence={t('manifest.discardText')}
        verb={t('manifest.discard')}
        onConfirm={() => discard.mutate({ id })}
      />
    </>
  );
}

function WhileClosed({ manifest, notify }: { manifest: ManifestDetail; notify: Notify }): ReactNode {
  const { t } = useTranslation('logistics');
  const { modal } = App.useApp();
  const may = useMay();
  const ship = useMay(rights.outbound)(rights.outbound.ship);
  const pack = useMay(rights.scanStation)(rights.scanStation.pack);
  const number = manifest.number ?? '';
  const handOver = useAct(handOverManifest, {
    refresh: MANIFEST_CALLS,
    onDone: (result) =>
      notify(result, t('manifest.handedDone', { number, count: result.done }), t('manifest.handedSome', { number })),
  });
  const reopen = useAct(reopenManifest, { refresh: MANIFEST_CALLS, success: t('manifest.reopened') });
  return (
    <>
      {(ship || pack) && (
        <Button
          type="primary"
          icon={<CarOutlined />}
          loading={handOver.isPending}
          onClick={() =>
            modal.confirm({
              title: t('manifest.handOverTitle', { number, count: manifest.parcels }),
              content: t('manifest.handOverText'),
              okText: t('manifest.handOver'),
              onOk: () => handOver.mutate({ id: manifest.id }),
            })
          }
        >
          {t('manifest.handOver')}
        </Button>
      )}
      {may(reopenManifest) && (
        <Button icon={<UndoOutlined />} loading={reopen.isPending} onClick={() => reopen.mutate({ id: manifest.id })}>
          {t('manifest.reopen')}
        </Button>
      )}
    </>
  );
}

function Papers({ manifest: { id, carrierPaper } }: { manifest: ManifestDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const { modal } = App.useApp();
  if (!useMay()(rights.manifest.print)) return null;
  /** A sheet whose request was not answered may exist: another one is requested only by a person who has looked. */
  const refused = (error: unknown): void => {
    const { error: code, msg } = asApiError(error);
    if (code !== 'logistics.manifest.sheetUncertain') {
      toast.error(error);
      return;
    }
    void modal.confirm({
      title: t('manifest.sheetUncertain'),
      content: msg,
      okText: t('manifest.sheetAgain'),
      onOk: () => print('carrier', true),
    });
  };
  const print = (paper: 'own' | 'carrier', again = false): void =>
    void showPdf(printManifest, { id, paper, again }).catch(refused);
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => print('own')}>
        {t('manifest.print')}
      </Button>
      {carrierPaper && (
        <Button icon={<PrinterOutlined />} onClick={() => print('carrier')}>
          {t('manifest.carrierPaper')}
        </Button>
      )}
    </>
  );
}
