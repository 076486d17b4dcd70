import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Landing } from '../landing.tsx';

const NAMES: Record<string, string> = { amazon: 'Amazon', shopify: 'Shopify' };

export default function PublicAccessToken(): ReactNode {
  const [params] = useSearchParams();
  const platform = NAMES[params.get('platform') ?? ''] ?? '';
  return <Landing code={params.get('code') ?? ''} reason={params.get('reason') ?? ''} platform={platform} />;
}
