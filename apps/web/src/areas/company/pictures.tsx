import { UploadOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import {
  getCompanyByCustomerId,
  getLicence,
  getLogo,
  removeLogo,
  uploadLicence,
  uploadLogo,
} from '@tradewind/contract/company.ts';
import { Button, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callDownload, send } from '../../api/client.ts';
import { asApiError } from '../../api/errors.ts';
import { useAct, useRefresh } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { accepted, refusalOf } from '../../components/upload-rules.ts';
import { openFile } from './open-file.ts';

/** The logo as documents show it. A call loads it, so that only users with the right get it. */
export function LogoBox({ has, version, may }: { has: boolean; version: number; may: boolean }): ReactNode {
  const { t } = useTranslation('company');
  const picture = useQuery({
    queryKey: [getLogo.path, version],
    queryFn: async () => URL.createObjectURL((await callDownload(getLogo, {})).blob),
    enabled: has,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const remove = useAct(removeLogo, { refresh: [getCompanyByCustomerId] });
  return (
    <div>
      <h3>{t('logo')}</h3>
      <div className="tw-muted">{t('logoHint')}</div>
      <div className="tw-company-logo">
        {has && picture.data ? <img src={picture.data} alt={t('logo')} /> : t('logoNone')}
      </div>
      {may && (
        <div className="tw-company-actions">
          <UploadButton
            call={uploadLogo}
            label={t('logoUpload')}
            done={({ transparent }) => toast.success(t(transparent ? 'logoSaved' : 'logoOpaque'))}
          />
          {has && (
            <ConfirmDanger
              title={t('logoRemoveTitle')}
              consequence={t('logoRemoveText')}
              verb={t('logoRemove')}
              onConfirm={() => remove.mutateAsync({})}
            />
          )}
        </div>
      )}
    </div>
  );
}

export function LicenceBox({ has, may, see }: { has: boolean; may: boolean; see: boolean }): ReactNode {
  const { t } = useTranslation('company');
  return (
    <div>
      <h3>{t('licence')}</h3>
      <div className="tw-muted">{t('licenceHint')}</div>
      {!has && <p>{t('licenceNone')}</p>}
      <div className="tw-company-actions">
        {has && see && <Button onClick={() => void openFile(getLicence, {})}>{t('licenceOpen')}</Button>}
        {may && (
          <UploadButton call={uploadLicence} label={t('licenceUpload')} done={() => toast.success(t('licenceSent'))} />
        )}
      </div>
    </div>
  );
}

function UploadButton<C extends Call>({
  call,
  label,
  done,
}: {
  call: C;
  label: string;
  done: (result: ResultOf<C>) => void;
}): ReactNode {
  const { t } = useTranslation('company');
  const refresh = useRefresh();
  const upload = useMutation({
    mutationFn: (file: File) => send(call, {}, { file }),
    onSuccess: (result) => {
      refresh(getCompanyByCustomerId);
      done(result);
    },
    onError: (error) => toast.warning(asApiError(error).fields[0]?.message ?? asApiError(error).msg),
  });
  const limits = call.upload;
  if (!limits) return null;
  return (
    <Upload
      showUploadList={false}
      accept={accepted(limits)}
      beforeUpload={(file) => {
        const refused = refusalOf(limits, file);
        if (refused) toast.warning(t(...refused));
        else upload.mutate(file);
        return false;
      }}
    >
      <Button icon={<UploadOutlined />} loading={upload.isPending}>
        {label}
      </Button>
    </Upload>
  );
}
