import { PictureOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { productImage } from '@tradewind/contract/catalog.ts';
import type { ReactNode } from 'react';
import { callDownload } from '../api/client.ts';
import './product-image.css';

/**
 * A call loads the picture, not an address, so that only users with the right get it. A picture never changes under its
 * key, so it loads once.
 */
export function ProductImage({
  productId,
  image,
  size,
  alt,
}: {
  /** 0: uploaded and not saved yet. */
  productId: number;
  image: string | undefined;
  size: number;
  alt: string;
}): ReactNode {
  const { data } = useQuery({
    queryKey: [productImage.path, productId, image],
    queryFn: async () => URL.createObjectURL((await callDownload(productImage, { productId, key: image })).blob),
    enabled: image !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <span className="tw-product-image" style={{ width: size, height: size }}>
      {data ? <img src={data} alt={alt} width={size} height={size} /> : <PictureOutlined aria-hidden="true" />}
    </span>
  );
}
