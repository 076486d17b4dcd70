import type { LinkPage } from '@tradewind/contract/links.ts';
import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { notFound } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { assertMayTry, countTry } from '../identity/public.ts';
import { type Link, liveLink } from './links.ts';

const WRONG_KEYS = { tries: 10, minutes: 1 };
const LARGEST_ID = 2 ** 31 - 1;

/**
 * Works in the name of the link's company, with all rights in it: the caller reads and writes the link's document alone.
 * A wrong key counts against the address it came from.
 */
export async function withLink<T>(
  { database }: App,
  ctx: RequestCtx,
  key: string,
  page: LinkPage,
  work: (tx: Tx, link: Link) => Promise<T>,
): Promise<T> {
  const limit = [{ key: `link:${ctx.address}`, ...WRONG_KEYS }];
  await assertMayTry(database, limit);
  const companyId = companyIn(key);
  const link = companyId && (await database.look(systemContext(companyId, 'link'), (tx) => liveLink(tx, key, page)));
  if (!companyId || !link) {
    await countTry(database, limit);
    throw notFound('link.notFound');
  }
  return database.inCompany(systemContext(companyId, link.recipient, ctx.requestId), async (tx) => {
    // It may have been taken back in between.
    const still = await liveLink(tx, key, page);
    if (!still) throw notFound('link.notFound');
    return work(tx, still);
  });
}

/** A key begins with its company, so that it can be looked up before anybody is signed in. */
function companyIn(key: string): number | undefined {
  const [first = ''] = key.split('.');
  const id = /^[0-9a-z]{1,7}$/.test(first) ? Number.parseInt(first, 36) : 0;
  return id > 0 && id <= LARGEST_ID ? id : undefined;
}
