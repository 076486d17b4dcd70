import type { ResultOf } from '@tradewind/contract/call.ts';
import { type saveSupplierPrice, sourcingOffer } from '@tradewind/contract/procurement.ts';
import { Alert, Button, Form, Input, Select, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { toast } from '../../../api/toast.ts';
import { FormFields } from '../../../components/form-fields.tsx';

type Offer = ResultOf<typeof sourcingOffer>;

/** The offer of 1688 that a price of such a supplier is about; its specifications are looked up there. */
export function OfferFields({ shop, specId }: { shop: string; specId: string }): ReactNode {
  const { t } = useTranslation('procurement');
  const form = Form.useFormInstance();
  const [offer, setOffer] = useState<Offer>();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    const offerId = String(form.getFieldValue('offerId') ?? '').trim();
    if (!offerId) return;
    setBusy(true);
    try {
      const found = await callApi(sourcingOffer, { offerId });
      setOffer(found);
      const [only] = found.specs;
      if (found.specs.length === 1 && only) form.setFieldValue('specId', only.specId);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const options =
    offer?.specs.map((spec) => ({
      value: spec.specId,
      label: t('sourcing.specOf', { name: spec.name, price: spec.price ?? '–', stock: spec.stock ?? '–' }),
    })) ?? (specId ? [{ value: specId, label: specId }] : []);
  return (
    <>
      <h3 className="tw-section-title">{t('sourcing.offer')}</h3>
      <Form.Item label={t('sourcing.offerId')} extra={t('sourcing.offerHelp')}>
        <Space.Compact block>
          <Form.Item name="offerId" noStyle rules={[{ pattern: /^\d{0,18}$/, message: t('sourcing.offerHelp') }]}>
            <Input aria-label={t('sourcing.offerId')} inputMode="numeric" maxLength={18} />
          </Form.Item>
          <Button loading={busy} onClick={() => void look()}>
            {t('sourcing.look')}
          </Button>
        </Space.Compact>
      </Form.Item>
      {offer && <p>{offer.title}</p>}
      {offer && !offer.open && (
        <Alert type="warning" showIcon title={t('sourcing.offerClosed')} style={{ marginBottom: 12 }} />
      )}
      {offer && offer.seller !== shop && (
        <Alert
          type="warning"
          showIcon
          title={t('sourcing.otherShop', { seller: offer.seller })}
          style={{ marginBottom: 12 }}
        />
      )}
      <Form.Item name="specId" label={t('sourcing.specId')}>
        <Select allowClear options={options} aria-label={t('sourcing.specId')} />
      </Form.Item>
      <FormFields<typeof saveSupplierPrice>
        fields={[
          {
            kind: 'number',
            name: 'offerUnits',
            label: t('sourcing.offerUnits'),
            half: true,
            min: 1,
            help: offer ? t('sourcing.offerUnitsOf', { unit: offer.unit }) : t('sourcing.offerUnitsHelp'),
          },
        ]}
      />
    </>
  );
}
