import { PictureOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { productImage } from '@tradewind/contract/catalog.ts';
import { type ReactNode, useState } from 'react';
import { callDownload } from '../api/client.ts';
import './product-image.css';

/**
 * A call loads the picture, not an address, so that only users with the right get it. A picture never changes under its
 * key, so it loads once.
 */
export function ProductImage({
  productId = 0,
  familyId = 0,
  image,
  size,
  alt,
}: {
  /** Neither: uploaded and not saved yet. */
  productId?: number;
  familyId?: number;
  image: string | undefined;
  size: number;
  alt: string;
}): ReactNode {
  const { data } = useQuery({
    queryKey: [productImage.path, productId, familyId, image],
    queryFn: async () =>
      URL.createObjectURL((await callDownload(productImage, { productId, familyId, key: image })).blob),
    enabled: image !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return <Framed key={data} src={data} size={size} alt={alt} />;
}

/** A picture that lies with a platform; where it does not load, an empty frame keeps its place. */
export function PlatformImage({ url, size }: { url: string | null; size: number }): ReactNode {
  return <Framed key={url} src={url ?? undefined} size={size} alt="" />;
}

function Framed({ src, size, alt }: { src: string | undefined; size: number; alt: string }): ReactNode {
  const [failed, setFailed] = useState(false);
  return (
    <span className="tw-product-image" style={{ width: size, height: size }}>
      {src && !failed ? (
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      ) : (
        <PictureOutlined aria-hidden="true" />
      )}
    </span>
  );
}
