import type { App } from '../../core/app.ts';
import type { Language } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { hintAll } from '../../core/hints.ts';
import { cleanHtml } from './clean.ts';

export interface Bulletin {
  /** The same id replaces the bulletin. */
  id: string;
  titleZh: string;
  titleEn: string;
  contentZh: string;
  contentEn: string;
  fromAt: Date;
  untilAt?: Date | undefined;
}

/** Publishes the provider's bulletin to all companies; every open window learns of it. */
export async function writeBulletin(app: App, bulletin: Bulletin): Promise<void> {
  const { id, titleZh, titleEn, fromAt, untilAt } = bulletin;
  await app.database.global(sql`
    insert into bulletin (id, title_zh, title_en, content_zh, content_en, from_at, until_at)
    values (${id}, ${titleZh}, ${titleEn}, ${cleanHtml(bulletin.contentZh)}, ${cleanHtml(bulletin.contentEn)}, ${fromAt}, ${untilAt ?? null})
    on conflict (id) do update set title_zh = excluded.title_zh, title_en = excluded.title_en, content_zh = excluded.content_zh,
      content_en = excluded.content_en, from_at = excluded.from_at, until_at = excluded.until_at`);
  await hintAll(app, 'bulletin');
}

export async function removeBulletin({ database }: App, id: string): Promise<void> {
  await database.global(sql`delete from bulletin where id = ${id}`);
}

interface Shown {
  id: string;
  title: string;
  content: string;
  time: string;
}

export async function bulletinsNow({ database }: App, language: Language, now: Date): Promise<Shown[]> {
  const rows = await database.global<Omit<Shown, 'time'> & { time: Date }>(sql`
    select id, case when ${language} = 'zh' then title_zh else title_en end as title,
      case when ${language} = 'zh' then content_zh else content_en end as content, from_at as time
    from bulletin where from_at <= ${now} and (until_at is null or until_at > ${now}) order by from_at desc, id limit 100`);
  return rows.map((row) => ({ ...row, content: cleanHtml(row.content), time: row.time.toISOString() }));
}
