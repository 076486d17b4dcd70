import { DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { openReportFile, sharedReportFile } from '@tradewind/contract/reports/requests.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi, saveDownload } from '../../../api/client.ts';
import type { ApiError } from '../../../api/errors.ts';
import { callKey } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { DateTime } from '../../../components/figures.tsx';
import { formatNumber } from '../../../components/format.ts';
import { LinkShell } from '../../../public/link-layout.tsx';
import { useLinkKey } from '../../../public/use-link.ts';

type Shared = ResultOf<typeof openReportFile>;

/** A file that somebody shared, for a person without an account. */
export default function ReportFile(): ReactNode {
  const { t } = useTranslation('reports');
  const key = useLinkKey();
  const found = useQuery<Shared, ApiError>({
    queryKey: callKey(openReportFile, { key }),
    queryFn: ({ signal }) => callApi(openReportFile, { key: key || '-' }, { signal, quiet: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const take = useMutation({ mutationFn: () => saveDownload(sharedReportFile, { key }), onError: toast.error });
  return (
    <LinkShell title={t('title.reportFile')} found={found}>
      {({ name, state, rows, columns, madeBy, madeAt }) => (
        <>
          <div className="tw-link-number">
            <h2>{name}</h2>
          </div>
          <dl className="tw-link-facts">
            <Fact name={t('sharedFile.madeBy')}>{madeBy}</Fact>
            <Fact name={t('sharedFile.madeAt')}>
              <DateTime at={madeAt} />
            </Fact>
            {rows !== null && <Fact name={t('sharedFile.rows')}>{formatNumber(rows)}</Fact>}
            {columns.length > 0 && <Fact name={t('sharedFile.columns')}>{columns.join(', ')}</Fact>}
          </dl>
          {state === 'ready' ? (
            <Button
              type="primary"
              size="large"
              icon={<DownloadOutlined />}
              loading={take.isPending}
              onClick={() => take.mutate()}
            >
              {t('sharedFile.ready')}
            </Button>
          ) : (
            <p>{t(`sharedFile.${state}`)}</p>
          )}
        </>
      )}
    </LinkShell>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
