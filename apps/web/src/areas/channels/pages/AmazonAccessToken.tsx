import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Landing } from '../landing.tsx';

export default function AmazonAccessToken(): ReactNode {
  const [params] = useSearchParams();
  return <Landing code={params.get('code') ?? ''} reason={params.get('reason') ?? ''} platform="Amazon" />;
}
