import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { App } from '../../core/app.ts';
import { sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { onDemand } from '../../core/on-demand.ts';
import { hardnessFrom } from './guesses.ts';

const svgCaptcha = onDemand<typeof import('svg-captcha')>('svg-captcha');

const COOKIE = 'checkCodeId';
const MINUTES = 10;
/** No characters that people confuse. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const hashed = (id: string, answer: string) =>
  createHash('sha256').update(`${id}/${answer.trim().toUpperCase()}`).digest();

/** How hard a picture is for a program to read; people can still read it. */
const LEVELS = [
  { size: 4, noise: 2 },
  { size: 5, noise: 4 },
  { size: 6, noise: 7 },
] as const;

/** Draws a captcha, harder after wrong guesses. Its id travels in a cookie; only a hash of its answer is stored. */
export async function drawCaptcha(app: App, ctx: RequestCtx): Promise<{ required: boolean; svg: string }> {
  if (!app.config.captcha) return { required: false, svg: '' };
  const level = Math.max(await hardnessFrom(app.database, ctx.address), levelOf(ctx.cookies[DESIRED]));
  const id = `${randomUUID()}.${level}`;
  const { text, data } = svgCaptcha().create({
    ...(LEVELS[level] ?? LEVELS[0]),
    charPreset: SIGNS,
    color: true,
    background: '#f6f7f9',
  });
  await app.database.global(sql`insert into captcha (id, answer_hash, expires_at)
    values (${id}, ${hashed(id, text)}, now() + make_interval(mins => ${MINUTES}))`);
  ctx.setCookie(COOKIE, id, MINUTES * 60);
  return { required: true, svg: data };
}

/** A hint in a cookie for the next picture. The level that the id was drawn with decides. */
const DESIRED = 'checkCodeLevel';
const levelOf = (text: string | undefined) => Math.min(LEVELS.length - 1, Number(/^\d$/.exec(text ?? '')?.[0] ?? 0));

/** Each captcha is good for one try, right or wrong. @throws badField checkCode */
export async function solveCaptcha(app: App, ctx: RequestCtx, answer: string, level = 0): Promise<void> {
  if (!app.config.captcha) return;
  if (answer === '') throw badField('checkCode', 'identity.checkCodeMissing');
  const id = ctx.cookies[COOKIE] ?? '';
  const [found] = await app.database.global<{ answerHash: Buffer; valid: boolean }>(sql`
    delete from captcha where id = ${id} returning answer_hash, expires_at > now() as valid`);
  if (!found?.valid || !timingSafeEqual(found.answerHash, hashed(id, answer)))
    throw badField('checkCode', 'identity.checkCodeWrong');
  if (levelOf(id.split('.')[1]) >= level) return;
  ctx.setCookie(DESIRED, String(level), MINUTES * 60);
  throw badField('checkCode', 'identity.checkCodeHarder');
}
