import { createPictures } from '@tradewind/connectors/pictures.ts';
import { isPublicUrl } from '@tradewind/connectors/public-hosts.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../core/app.ts';
import { isStandIn } from './connectors.ts';

const fromPlatforms = createPictures({});

/** A picture of a listing, from its platform's address or the stand-in's. @throws ConnectorError */
export async function readPicture(app: App, platform: string, url: string, maxBytes: number): Promise<Buffer> {
  if (isStandIn(app, platform)) return createPictures({}, `${app.config.sandboxUrl}/pictures`)(url, maxBytes);
  if (!isPublicUrl(url)) throw new ConnectorError(platform, 'rejected', 'no public address', { code: 'NOT_PUBLIC' });
  return fromPlatforms(url, maxBytes);
}
