import { CloseOutlined, PlusOutlined, StarOutlined } from '@ant-design/icons';
import { uploadProductImage } from '@tradewind/contract/catalog.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { toast } from '../../api/toast.ts';
import { ProductImage } from '../../components/product-image.tsx';
import './catalog.css';
import { shrink } from './shrink.ts';

const MOST = 6;
const SIZE = 84;

interface ImageFieldProps {
  /** Neither: a new record. */
  productId?: number;
  familyId?: number;
  /** Given by the form. */
  value?: string[];
  onChange?: (keys: string[]) => void;
}

/** Up to six images, uploaded when chosen; saving the product attaches them. */
export function ImageField({ productId = 0, familyId = 0, value = [], onChange }: ImageFieldProps): ReactNode {
  const { t } = useTranslation('catalog');
  const input = useRef<HTMLInputElement>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const add = async (files: readonly File[]) => {
    setBusy(true);
    const keys: string[] = [];
    try {
      for (const file of files.slice(0, MOST - value.length))
        keys.push((await callApi(uploadProductImage, {}, { file: await shrink(file) })).key);
    } catch (error) {
      toast.error(error);
    }
    setBusy(false);
    setFresh(new Set([...fresh, ...keys]));
    if (keys.length > 0) onChange?.([...value, ...keys]);
  };
  return (
    <div className="tw-product-pictures">
      {value.map((key, index) => (
        <figure key={key} className="tw-product-picture" style={{ margin: 0 }}>
          <ProductImage
            productId={fresh.has(key) ? 0 : productId}
            familyId={fresh.has(key) ? 0 : familyId}
            image={key}
            size={SIZE}
            alt=""
          />
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('removeImage', { n: index + 1 })}
            onClick={() => onChange?.(value.filter((each) => each !== key))}
          />
          {index === 0 ? (
            <figcaption>{t('mainImage')}</figcaption>
          ) : (
            <Tooltip title={t('moveFirst')}>
              <Button
                size="small"
                type="text"
                icon={<StarOutlined />}
                aria-label={t('moveFirst')}
                onClick={() => onChange?.([key, ...value.filter((each) => each !== key)])}
              />
            </Tooltip>
          )}
        </figure>
      ))}
      {value.length < MOST && (
        <>
          <input
            ref={input}
            type="file"
            style={{ display: 'none' }}
            aria-label={t('addImage')}
            multiple
            accept=".jpg,.jpeg,.png,.gif"
            onChange={(event) => {
              void add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button
            type="dashed"
            className="tw-product-add"
            icon={<PlusOutlined />}
            loading={busy}
            onClick={() => input.current?.click()}
          >
            {t('addImage')}
          </Button>
        </>
      )}
    </div>
  );
}
