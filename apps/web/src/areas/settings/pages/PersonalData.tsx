import type { ResultOf } from '@tradewind/contract/call.ts';
import { buyersDataFile, eraseBuyersData, findBuyersData } from '@tradewind/contract/orders.ts';
import { Input, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi, callDownload, saveBlob } from '../../../api/client.ts';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FoundOrders, Places } from '../personal/found.tsx';
import { PlaceTable } from '../personal/place-table.tsx';
import '../personal/personal.css';

type Found = ResultOf<typeof findBuyersData>;

/** Data of persons: found, handed out and erased. For main accounts; the server refuses it to all others. */
export default function PersonalData(): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <div className="tw-personal">
      <Tabs
        items={[
          { key: 'person', label: t('personal.person'), children: <Person /> },
          { key: 'places', label: t('personal.places'), children: <PlaceTable /> },
        ]}
      />
    </div>
  );
}

function Person(): ReactNode {
  const { t } = useTranslation('settings');
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>();
  const find = useAct(findBuyersData, {});
  const search = (typed: string) => {
    const trimmed = typed.trim();
    if (trimmed === '') return;
    setText(trimmed);
    find.mutate({ text: trimmed }, { onSuccess: setFound });
  };
  return (
    <>
      <p className="tw-muted">{t('personal.intro')}</p>
      <Input.Search
        className="tw-personal-search"
        enterButton={t('personal.find')}
        placeholder={t('personal.placeholder')}
        aria-label={t('personal.placeholder')}
        loading={find.isPending}
        onSearch={search}
      />
      {found && <Result found={found} text={text} onErased={() => search(text)} />}
    </>
  );
}

function Result({ found, text, onErased }: { found: Found; text: string; onErased: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState<readonly number[]>(() => found.orders.map(({ id }) => id));
  const orderIds = found.orders.map(({ id }) => id).filter((id) => chosen.includes(id));
  if (found.orders.length === 0 && found.contacts.length === 0)
    return <EmptyState title={t('personal.none', { text })} hint={t('personal.noneHint')} />;
  const none = orderIds.length === 0 ? t('personal.choose') : undefined;
  const erase = async () => {
    const { erased, later } = await callApi(eraseBuyersData, { orderIds });
    toast.success(t('personal.erased', { erased, later }));
    onErased();
  };
  return (
    <>
      {found.orders.length > 0 && (
        <section className="tw-panel">
          <div className="tw-personal-head">
            <h2>{t('personal.orders', { count: found.orders.length })}</h2>
            <div className="tw-personal-acts">
              <ActionButton
                reason={none}
                onClick={() => void callDownload(buyersDataFile, { orderIds }).then(saveBlob, toast.error)}
              >
                {t('personal.handOut')}
              </ActionButton>
              <ConfirmDanger
                title={t('personal.eraseTitle', { count: orderIds.length })}
                consequence={t('personal.eraseText')}
                verb={t('personal.erase')}
                reason={none}
                onConfirm={erase}
              />
            </div>
          </div>
          {found.more && <p className="tw-muted">{t('personal.more')}</p>}
          <FoundOrders orders={found.orders} chosen={orderIds} onChoose={setChosen} />
        </section>
      )}
      <Places found={found} />
    </>
  );
}
