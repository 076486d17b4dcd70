import { archiveLink, getArchive, requestArchive } from '@tradewind/contract/company.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { formatInstant, formatNumber } from '../../components/format.ts';
import { useUser } from '../../shell/session.ts';

const LOOKS_EVERY_MS = 3000;
const MEGABYTE = 1_000_000;

/** Everything that the company has here, as one file; for main accounts. */
export function ArchiveBox(): ReactNode {
  const { t } = useTranslation('company');
  const { timeZone } = useUser();
  const [waits, setWaits] = useState(true);
  const { data } = useCall(getArchive, {}, waits ? { everyMs: LOOKS_EVERY_MS } : {});
  const make = useAct(requestArchive, { refresh: [getArchive] });
  const link = useAct(archiveLink, {});
  const archive = data?.archive;
  const making = archive?.state === 'queued' || archive?.state === 'running';
  // Nothing to wait for: nothing is looked for.
  if (data && waits !== making) setWaits(making);
  return (
    <section className="tw-panel">
      <h2>{t('archive.title')}</h2>
      <p className="tw-muted">{t('archive.about')}</p>
      {archive?.state === 'done' && archive.bytes !== null && archive.expiresAt !== null && (
        <p>
          {t('archive.ready', {
            at: formatInstant(archive.at, timeZone),
            size: formatNumber(Math.max(1, Math.round(archive.bytes / MEGABYTE))),
            until: formatInstant(archive.expiresAt, timeZone),
          })}
        </p>
      )}
      {archive?.state === 'failed' && <p className="tw-bad">{t('archive.failed')}</p>}
      <div className="tw-company-actions">
        {archive?.state === 'done' && (
          <Button
            type="primary"
            loading={link.isPending}
            onClick={() => link.mutate({}, { onSuccess: ({ url }) => window.location.assign(url) })}
          >
            {t('archive.download')}
          </Button>
        )}
        <ConfirmDanger
          danger={false}
          loading={making || make.isPending}
          title={t('archive.makeTitle')}
          consequence={t('archive.makeText')}
          verb={t('archive.make')}
          onConfirm={() => make.mutateAsync({})}
        >
          {making ? t('archive.making') : t('archive.make')}
        </ConfirmDanger>
      </div>
    </section>
  );
}
