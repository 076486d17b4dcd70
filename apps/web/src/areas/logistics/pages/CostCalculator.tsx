import { findProduct } from '@tradewind/contract/catalog.ts';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { toast } from '../../../api/toast.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { useSession } from '../../../shell/session.ts';
import { CostFields } from '../calculators/cost-fields.tsx';
import { CostResultPanel } from '../calculators/cost-result.tsx';
import { COST_START, type CostValues } from '../calculators/cost-values.ts';
import '../logistics.css';

/** Public: landed cost and profit of one unit of goods; members may start from a product. */
export default function CostCalculator(): ReactNode {
  const { t } = useTranslation('logistics');
  const [form] = Form.useForm<CostValues>();
  const [values, setValues] = useState(COST_START);
  const signedIn = useSession() !== undefined;
  const fill = (found: Partial<CostValues>) => {
    form.setFieldsValue(found);
    setValues({ ...values, ...found });
  };
  return (
    <PublicLayout title={t('title.cost')} intro={t('calculator.costIntro')} wide="full">
      <div className="tw-calc">
        <Form<CostValues>
          form={form}
          layout="vertical"
          initialValues={COST_START}
          onValuesChange={(_changed, all) => setValues(all)}
        >
          {signedIn && <FromProduct currency={values.currency} onFill={fill} />}
          <CostFields currency={values.currency} />
        </Form>
        <CostResultPanel values={values} />
      </div>
    </PublicLayout>
  );
}

interface FromProductProps {
  currency: string;
  onFill: (values: Partial<CostValues>) => void;
}
/** Products keep their price in CNY and their declared value in USD. */
function FromProduct({ currency, onFill }: FromProductProps): ReactNode {
  const { t } = useTranslation('logistics');
  const [product, setProduct] = useState<ChosenProduct>();
  const choose = async (chosen: ChosenProduct | undefined) => {
    setProduct(chosen);
    if (!chosen) return;
    const goods = await callApi(findProduct, { id: chosen.id });
    onFill({
      ...{ purchase: goods.unitPriceCny, weight: goods.grossWeightKg },
      ...{ length: goods.lengthCm, width: goods.widthCm, height: goods.heightCm },
      ...(currency === 'USD' ? { customsValue: goods.declaredValueUsd } : {}),
    });
  };
  return (
    <Form.Item label={t('calculator.fromProduct')}>
      <ProductSelect
        value={product}
        label={t('calculator.fromProduct')}
        onChange={(chosen) => void choose(chosen).catch(toast.error)}
      />
    </Form.Item>
  );
}
