import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm/sql/sql';
import svgCaptcha from 'svg-captcha';
import type { App } from '../../core/app.ts';
import { badField } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';

const COOKIE = 'checkCodeId';
const MINUTES = 10;
/** Nothing that two people read differently. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const hashed = (id: string, answer: string) =>
  createHash('sha256').update(`${id}/${answer.trim().toUpperCase()}`).digest();

/** Draws a captcha. Which one it is travels in a cookie; its answer is kept as a hash only. */
export async function drawCaptcha(app: App, ctx: RequestCtx): Promise<{ required: boolean; svg: string }> {
  if (!app.config.captcha) return { required: false, svg: '' };
  const id = randomUUID();
  const { text, data } = svgCaptcha.create({
    size: 4,
    charPreset: SIGNS,
    noise: 2,
    color: true,
    background: '#f6f7f9',
  });
  await app.database.global(sql`insert into captcha (id, answer_hash, expires_at)
    values (${id}, ${hashed(id, text)}, now() + make_interval(mins => ${MINUTES}))`);
  ctx.setCookie(COOKIE, id, MINUTES * 60);
  return { required: true, svg: data };
}

/** Each captcha is good for one try, right or wrong. @throws badField checkCode */
export async function solveCaptcha(app: App, ctx: RequestCtx, answer: string): Promise<void> {
  if (!app.config.captcha) return;
  if (answer === '') throw badField('checkCode', 'identity.checkCodeMissing');
  const id = ctx.cookies[COOKIE] ?? '';
  const [found] = await app.database.global<{ answerHash: Buffer; valid: boolean }>(sql`
    delete from captcha where id = ${id} returning answer_hash as "answerHash", expires_at > now() as valid`);
  if (!found?.valid || !timingSafeEqual(found.answerHash, hashed(id, answer)))
    throw badField('checkCode', 'identity.checkCodeWrong');
}
