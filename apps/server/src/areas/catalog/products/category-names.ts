import { sql } from '../../../core/database/sql.ts';

const nameOf = (language: 'zh' | 'en') =>
  sql`coalesce((select pc.${sql.id(`full_${language}`, ['full_zh', 'full_en'])} from category pc
    where pc.company_id = ${sql.company} and pc.id = p.category_id), '')`;

/** For statements that select products as `p`: the names of the category from the top down; empty without one. */
export const CATEGORY_NAMES = sql`${nameOf('zh')} as category_zh, ${nameOf('en')} as category_en`;
