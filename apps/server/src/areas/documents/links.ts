import type { Right } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  LINK_PAGES,
  type LinkPage,
  type linkPlace,
  type OrderLinkPage,
  type openLink,
} from '@tradewind/contract/links.ts';
import type { z } from 'zod';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import { type Language, mayPressAny, maySee } from '../../core/context.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { forbidden, notFound, ruleBroken } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';
import type { Swap } from '../identity/public.ts';
import { asHtml, sendMessage } from '../messages/public.ts';

export type SharedPage = Omit<ResultOf<typeof openLink>, 'page' | 'company' | 'recipient' | 'expiresAt'>;

/** A kind of document that links may show. */
export interface Linkable {
  docKind: string;
  /** Any of these buttons lets links be made and taken back. */
  share: readonly Right[];
  pages: readonly LinkPage[];
  /** Pages that show where the buyer lives: only whoever may see buyers makes links to them. */
  buyerPages: readonly LinkPage[];
  /** Its name for this actor, in their shops and warehouses; undefined where it does not exist for them. */
  nameOf(tx: Tx, docId: number): Promise<string | undefined>;
  /** Whose work it is: they get a message of what was confirmed by a link. */
  responsible(tx: Tx, docId: number): Promise<number[]>;
  /** Where the web has the page for this document, if not where LINK_PAGES says. */
  pathOf?(tx: Tx, docId: number, page: LinkPage): Promise<string | undefined>;
  /** A document has one open link: a new one takes the former back. */
  single?: boolean;
  /** Links may show prices, if their maker may see costs. */
  priced?: boolean;
  /** @throws where the document is not ready to be shown to an outsider */
  assertShareable?(tx: Tx, docId: number): Promise<void>;
  /** What `openLink` shows, and nothing beside it; undefined when the document is gone. */
  show?(tx: Tx, docId: number, page: OrderLinkPage): Promise<SharedPage | undefined>;
}

export interface Link {
  id: number;
  page: LinkPage;
  docKind: string;
  docId: number;
  recipient: string;
  /** Its page shows prices. */
  prices: boolean;
  createdBy: number;
  expiresAt: Date;
}

const LANGUAGES: readonly Language[] = ['zh', 'en'];
const LIMIT_PER_DOCUMENT = 50;
const kinds = new Map<string, Linkable>();
const made = defineAction('link.made', ['生成分享链接', 'Share link created']);
const withdrawn = defineAction('link.withdrawn', ['撤销分享链接', 'Share link revoked']);
const confirmed = defineAction('link.confirmed', ['通过链接确认发货', 'Shipment confirmed by link']);

export function defineLinkable(linkable: Linkable): void {
  kinds.set(linkable.docKind, linkable);
}

export const linkableOf = (docKind: string): Linkable | undefined => kinds.get(docKind);

const pagesFor = (tx: Tx, { pages, buyerPages }: Linkable): LinkPage[] =>
  pages.filter((page) => !buyerPages.includes(page) || maySee(tx.rights, 'seeBuyer'));

async function reach(tx: Tx, docKind: string, docId: number): Promise<{ linkable: Linkable; name: string }> {
  const linkable = kinds.get(docKind);
  if (!linkable) throw notFound('documents.notFound');
  if (!mayPressAny(tx.rights, linkable.share)) throw forbidden();
  const name = await linkable.nameOf(tx, docId);
  if (name === undefined) throw notFound('documents.notFound');
  return { linkable, name };
}

interface NewLink {
  page: LinkPage;
  docKind: string;
  docId: number;
  recipient: string;
  days: number;
  prices: boolean;
}

/** The address is in this answer and nowhere else: only the hash of its key is kept. */
export async function makeLink(app: Pick<App, 'config'>, tx: Tx, desired: NewLink) {
  const { linkable, name } = await reach(tx, desired.docKind, desired.docId);
  if (!pagesFor(tx, linkable).includes(desired.page)) throw forbidden();
  const prices = desired.prices && linkable.priced === true;
  if (prices && !maySee(tx.rights, 'seeCost')) throw forbidden();
  await linkable.assertShareable?.(tx, desired.docId);
  if (linkable.single) await withdrawOthers(tx, desired);
  const key = `${tx.companyId.toString(36)}.${newToken()}`;
  const expiresAt = new Date(tx.now.getTime() + desired.days * 24 * 3600 * 1000);
  const row = await tx.row<{ id: number }>(sql`
    insert into signed_link (company_id, key_hash, page, doc_kind, doc_id, recipient, prices, created_by, created_at, expires_at)
    select ${sql.company}, ${hashToken(key)}, ${desired.page}, ${desired.docKind}, ${desired.docId}, ${desired.recipient},
      ${prices}, ${tx.actor.userId}, ${tx.now}, ${expiresAt}
    where (select count(*) from signed_link where company_id = ${sql.company} and doc_kind = ${desired.docKind}
      and doc_id = ${desired.docId} and withdrawn_at is null and expires_at > ${tx.now}) < ${LIMIT_PER_DOCUMENT}
    returning id`);
  if (!row) throw ruleBroken('link.tooMany', { limit: LIMIT_PER_DOCUMENT });
  const path = await linkable.pathOf?.(tx, desired.docId, desired.page);
  const detail = { page: desired.page, recipient: desired.recipient, days: desired.days };
  writeAudit(tx, [{ action: made, targetKind: desired.docKind, targetId: desired.docId, targetName: name, detail }]);
  writeHistory(tx, [
    { docKind: desired.docKind, docId: desired.docId, event: 'linkMade', detail: { remark: desired.recipient } },
  ]);
  return {
    id: row.id,
    url: `${app.config.publicUrl}/#${path ?? LINK_PAGES[desired.page]}?key=${key}`,
    expiresAt: expiresAt.toISOString(),
  };
}

/** The document is locked, so that of two links made at once one is left. */
async function withdrawOthers(tx: Tx, { docKind, docId }: NewLink): Promise<void> {
  await tx.rows(sql`update signed_link set withdrawn_at = ${tx.now}
    where company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId} and withdrawn_at is null`);
}

export async function listLinks(tx: Tx, docKind: string, docId: number) {
  const { linkable } = await reach(tx, docKind, docId);
  const links = await tx.rows<{
    id: number;
    page: LinkPage;
    recipient: string;
    createdBy: string;
    createdAt: Date;
    expiresAt: Date;
    openedAt: Date | null;
    opened: number;
    prices: boolean;
    state: 'open' | 'expired' | 'withdrawn';
  }>(sql`
    select l.id, l.page, l.recipient, coalesce(u.name, '') as "createdBy", l.created_at,
      l.expires_at, l.opened_at, l.opened, l.prices,
      case when l.withdrawn_at is not null or u.enabled is not true then 'withdrawn' when l.expires_at <= ${tx.now} then 'expired' else 'open' end as state
    from signed_link l left join user_account u on u.company_id = l.company_id and u.id = l.created_by
    where l.company_id = ${sql.company} and l.doc_kind = ${docKind} and l.doc_id = ${docId}
    order by l.id desc limit 200`);
  return { links, pages: pagesFor(tx, linkable) };
}

/** A second time changes nothing. */
export async function withdrawLink(tx: Tx, id: number): Promise<void> {
  const link = await tx.row<{ docKind: string; docId: number; recipient: string; page: LinkPage }>(sql`
    select doc_kind, doc_id, recipient, page from signed_link
    where company_id = ${sql.company} and id = ${id}`);
  if (!link) throw notFound('link.notFound');
  const { name } = await reach(tx, link.docKind, link.docId);
  const taken = await tx.row(sql`
    update signed_link set withdrawn_at = ${tx.now}
    where company_id = ${sql.company} and id = ${id} and withdrawn_at is null returning id`);
  if (!taken) return;
  const { docKind, docId, recipient, page } = link;
  writeAudit(tx, [
    { action: withdrawn, targetKind: docKind, targetId: docId, targetName: name, detail: { page, recipient } },
  ]);
  writeHistory(tx, [{ docKind, docId, event: 'linkWithdrawn', detail: { remark: recipient } }]);
}

/** What they show is over: all links to a document are taken back. */
export async function withdrawLinks(tx: Tx, { docKind, docId }: Pick<Link, 'docKind' | 'docId'>): Promise<void> {
  const taken = await tx.rows<{ remark: string }>(sql`update signed_link set withdrawn_at = ${tx.now}
    where company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId} and withdrawn_at is null
      and expires_at > ${tx.now} returning recipient as remark`);
  writeHistory(
    tx,
    taken.map((detail) => ({ docKind, docId, event: 'linkWithdrawn', detail })),
  );
}

type Place = Partial<z.output<typeof linkPlace>>;
const PARTS = ['name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone'] as const;

/** Keeps only the address fields that the pages show. */
export const placeOf = (address: Place): Place =>
  Object.fromEntries(PARTS.flatMap((part) => (address[part] ? [[part, String(address[part])]] : [])));

/**
 * Undefined for a key that is unknown, out of date, taken back or for another page, or whose maker is disabled or gone:
 * which of them is nobody's business.
 */
export async function liveLink(tx: Tx, key: string, page: LinkPage): Promise<Link | undefined> {
  return tx.row<Link>(sql`
    select id, page, doc_kind, doc_id, recipient, prices, created_by, expires_at
    from signed_link where company_id = ${sql.company} and key_hash = ${hashToken(key)} and page = ${page}
      and withdrawn_at is null and expires_at > ${tx.now}
      and exists (select from user_account u where u.company_id = ${sql.company} and u.id = created_by and u.enabled)`);
}

/** Somebody who takes over answers for the links, too. */
export async function handOverLinks(tx: Tx, { oldUserId, newUserId }: Swap): Promise<void> {
  await tx.rows(sql`update signed_link set created_by = ${newUserId}
    where company_id = ${sql.company} and created_by = ${oldUserId} and withdrawn_at is null and expires_at > ${tx.now}`);
}

export function countOpened(tx: Tx, link: Link): void {
  tx.later(
    sql`update signed_link set opened = opened + 1, opened_at = ${tx.now} where company_id = ${sql.company} and id = ${link.id}`,
  );
}

/** Locked first: of two presses of the button the second one finds what the first has said. */
async function saidBefore(tx: Tx, { id, docKind, docId }: Link, { carrier, trackingNumber }: Said): Promise<boolean> {
  await tx.row(sql`select 1 from signed_link where company_id = ${sql.company} and id = ${id} for update`);
  const said = await tx.row(sql`select 1 from document_event where company_id = ${sql.company} and doc_kind = ${docKind}
    and doc_id = ${docId} and event = 'shipmentProposed' and detail ->> 'carrier' = ${carrier}
    and detail ->> 'trackingNumber' = ${trackingNumber} limit 1`);
  return said !== undefined;
}

interface Said {
  carrier: string;
  trackingNumber: string;
  note: string;
}

/**
 * Nothing is shipped by it: it stands in the document's history, the bell rings for whoever sees the order, and a
 * message goes to whoever made the link and whose work the document is. The same said twice is one proposal.
 */
export async function proposeShipment(tx: Tx, link: Link, said: Said): Promise<void> {
  const { carrier, trackingNumber, note } = said;
  const { docKind, docId, recipient } = link;
  if (await saidBefore(tx, link, said)) return;
  const remark = [recipient, carrier, note].filter(Boolean).join(' · ');
  writeHistory(tx, [{ docKind, docId, event: 'shipmentProposed', detail: { carrier, trackingNumber, remark } }]);
  writeAudit(tx, [
    {
      action: confirmed,
      targetKind: docKind,
      targetId: docId,
      targetName: recipient,
      detail: { carrier, trackingNumber },
    },
  ]);
  await messageAbout(tx, link, (language, name) => ({
    thesis: say(language, 'link.proposed', { name, who: recipient }),
    content: say(language, 'link.proposedDetail', { name, who: recipient, ...said }),
  }));
}

/** Says to whose work the document is, and to whoever made the link, what came through it, in their language. */
export async function messageAbout(
  tx: Tx,
  { docKind, docId, createdBy }: Link,
  write: (language: Language, name: string) => { thesis: string; content: string },
): Promise<void> {
  const linkable = kinds.get(docKind);
  const name = await linkable?.nameOf(tx, docId);
  if (!linkable || name === undefined) return;
  const to = [...(await linkable.responsible(tx, docId)), createdBy];
  const users = await tx.rows<{ id: number; language: Language }>(sql`
    select id, language from user_account where company_id = ${sql.company} and id = any(${arrayOf(to)}::bigint[])`);
  for (const language of LANGUAGES) {
    const { thesis, content } = write(language, name);
    await sendMessage(tx, {
      to: users.filter((user) => user.language === language).map((user) => user.id),
      thesis,
      content: asHtml(content),
      about: `${docKind}/${docId}`,
    });
  }
}
